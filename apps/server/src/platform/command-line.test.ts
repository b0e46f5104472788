import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { commandLine, findInstallation, formatCommand } from './command-line.ts'

test('a command is printed as it is typed where this process runs', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-command-'))
  t.after(() => rm(folder, { recursive: true }))
  const release = path.join(folder, 'vakt-0.1.0')
  const printed = () => formatCommand(findInstallation(release), 'restore', '--from FILE')
  await mkdir(release)
  assert.equal(printed(), 'npm run restore -- --from FILE')
  await writeFile(path.join(release, 'node'), '')
  assert.equal(printed(), './node apps/server/src/restore.ts --from FILE')
  await mkdir(path.join(folder, 'current', 'deploy'), { recursive: true })
  await writeFile(path.join(folder, 'current', 'deploy', 'vakt.sh'), '')
  assert.equal(printed(), 'vakt restore --from FILE')
  assert.equal(commandLine('make-key'), 'npm run make-key')
})
