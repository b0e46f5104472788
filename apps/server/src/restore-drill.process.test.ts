import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createOwnedDatabase } from '#server/testing/owned-database.ts'

test('a backup is tried in a database beside the installation, which remembers when', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-drill-'))
  const [installed, drill] = [await createOwnedDatabase(), await createOwnedDatabase()]
  t.after(async () => {
    await installed.remove()
    await drill.remove()
    await rm(folder, { recursive: true, force: true })
  })
  // As the command of an installed release gives it.
  await writeFile(path.join(folder, 'database-url'), installed.url('first'))
  const env = {
    ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    ...{ DATABASE_URL_FILE: path.join(folder, 'database-url'), SECRET_KEY: `k1:${randomBytes(32).toString('base64url')}` },
  }
  const run = (command: string, ...given: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, [path.join(import.meta.dirname, command), ...given], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      )
    })
  const provider = ['--provider', 'Nordic Ops', '--domain', 'nordicops.example', '--admin', 'Anna Ek <anna@nordicops.example>']
  assert.equal((await run('set-up.ts', ...provider)).code, 0)
  const file = path.join(folder, 'backup.tar.gz')
  assert.equal((await run('backup.ts', '--to', file)).code, 0)
  const notes = async (database: typeof drill) =>
    (await database.asSuperuser("select name from installation_note where name like 'backup-%' order by name")).rows.map(({ name }) => name)

  const restored = await run('restore.ts', '--from', file, '--database-url', drill.url('first'))
  assert.equal(restored.code, 0, restored.said)
  assert.deepEqual((await drill.asSuperuser('select name from customer')).rows, [{ name: 'Nordic Ops' }])
  assert.deepEqual([await notes(drill), await notes(installed)], [['backup-restored'], ['backup-made', 'backup-restored-elsewhere']])
  const again = await run('restore.ts', '--from', file, '--database-url', installed.url('first'))
  assert.equal(again.code, 1)
  assert.match(again.said, /^Nothing was restored\. .*empty/m)
})
