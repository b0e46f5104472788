import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * Creates the folder for everything temporary of one run of the tests. However this process ends, `end-test-run.mjs` notices that the pipe to it is
 * closed, ends the programs that work in the folder and removes it.
 */
export function openTestRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'vakt-run-'))
  // The account of the database enters it, too.
  chmodSync(folder, 0o755)
  const guard = spawn(process.execPath, [join(root, 'scripts', 'end-test-run.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  guard.stdin.unref()
  return folder
}
