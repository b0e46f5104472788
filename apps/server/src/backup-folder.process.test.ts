import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createOwnedDatabase } from '#server/testing/owned-database.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-nightly-'))
const installed = await createOwnedDatabase()
after(async () => {
  await installed.remove()
  await rm(folder, { recursive: true, force: true })
})
const [backups, elsewhere] = [path.join(folder, 'backups'), path.join(folder, 'elsewhere')]
for (const one of [backups, elsewhere]) await mkdir(one)
const env = {
  ...{ PATH: process.env.PATH ?? '', DATABASE_URL: installed.url('first') },
  ...{ SECRET_KEY: `k1:${randomBytes(32).toString('base64url')}` },
}

/** Beneath a shell that limits the size of files, as a full disk does. */
const run = (command: string, given: string[], limit = 'unlimited') =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const args = ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', process.execPath, path.join(import.meta.dirname, command), ...given]
    execFile('sh', args, { env }, (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }))
  })
const notes = async () => {
  const { rows } = await installed.asSuperuser("select name, details from installation_note where name in ('backup-made', 'backup-failed')")
  return Object.fromEntries(rows.map(({ name, details }) => [name, details]))
}
async function writeProgram(name: string, lines: string): Promise<string> {
  const program = path.join(folder, name)
  await writeFile(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return program
}
const backup = (more: string[] = [], limit?: string) => run('backup.ts', ['--to-folder', backups, ...more], limit)
const older = ['vakt-2020-01-01T021500Z.tar.gz', 'vakt-2020-01-02T021500Z.tar.gz']
const others = ['vakt-before-upgrade.tar.gz', 'notes.txt']

test('the nightly backup rotates its folder and is copied elsewhere, and the installation remembers all of it', async () => {
  const provider = ['--provider', 'Nordic Ops', '--domain', 'nordicops.example', '--admin', 'Anna Ek <anna@nordicops.example>']
  assert.equal((await run('set-up.ts', provider)).code, 0)
  const [abandoned, young] = [`${older[0]}.partial`, `${older[1]}.partial`]
  for (const name of [...older, ...others, abandoned, young]) await writeFile(path.join(backups, name), 'x')
  await utimes(path.join(backups, abandoned), new Date('2026-01-01'), new Date('2026-01-01'))

  // A disk that fills up.
  const full = await backup(['--keep-daily', '1'], '8')
  assert.equal(full.code, 1)
  assert.match(full.said, /^Nothing was backed up\. /)
  assert.deepEqual((await readdir(backups)).toSorted(), [...older, ...others, young].toSorted(), 'the older ones stay, and no half file')
  assert.deepEqual(Object.keys(await notes()), ['backup-failed'])

  const copying = await writeProgram('copy', `exec cp "$1" ${elsewhere}`)
  const made = await backup(['--keep-daily', '2', '--copy-with', copying])
  assert.equal(made.code, 0, made.said)
  const names = await readdir(backups)
  const [newest] = names.filter((name) => /^vakt-20(2[1-9]|[3-9]\d).*Z\.tar\.gz$/.test(name))
  assert.deepEqual(names.toSorted(), [older[1], newest, ...others, young].toSorted())
  assert.deepEqual(await readdir(elsewhere), [newest])
  const { 'backup-made': note } = await notes()
  assert.deepEqual([note.copy, note.reason, note.file], ['made', '', path.join(backups, String(newest))])
  assert.ok(note.bytes > 0 && note.seconds > 0)
  assert.match(note.command, /^--to-folder .* --keep-daily 2 --copy-with /)

  const failing = await writeProgram('fail', 'echo "host is down" >&2; exit 12')
  const uncopied = await backup(['--copy-with', failing])
  assert.equal(uncopied.code, 1)
  assert.match(uncopied.said, /Backed up .*It could not be copied elsewhere: \S+ ended with 12 \(host is down\)\./s)
  assert.deepEqual((await notes())['backup-made'].copy, 'failed')
  const missing = await backup(['--copy-with', path.join(folder, 'nothing')])
  assert.match(missing.said, /could not be started \(ENOENT\)/)
})
