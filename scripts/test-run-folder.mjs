import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './project.mjs'

const memory = '/dev/shm'
const leastBytes = 6 * 2 ** 30

/** Whether the databases of the tests fit in memory: each test file copies one of 1,250 files, which takes twenty times the processor time on a disk. */
function hasMemory() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= leastBytes
  } catch {
    return false
  }
}

/**
 * Creates the folders of one run of the tests: one for everything temporary, and one in memory for the databases, where there is enough of it, else the
 * same. However this process ends, `end-test-run.mjs` notices that the pipe to it is closed, ends the programs that work in the folders and removes them.
 */
export function openTestRunFolders() {
  const folder = makeFolder(tmpdir())
  const databases = hasMemory() ? makeFolder(memory) : folder
  const guard = spawn(process.execPath, [join(root, 'scripts', 'end-test-run.mjs'), folder, databases], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  guard.stdin.unref()
  return { folder, databases }
}

function makeFolder(place) {
  const folder = mkdtempSync(join(place, 'vakt-run-'))
  // The account of the database enters it, too.
  chmodSync(folder, 0o755)
  return folder
}
