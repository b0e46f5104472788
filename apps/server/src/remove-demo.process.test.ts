import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { test } from 'node:test'
import { createOwnedDatabase } from '#server/testing/owned-database.ts'

test('the demo is removed only by who saw what goes and agreed', async (t) => {
  const database = await createOwnedDatabase()
  t.after(() => database.remove())
  const env = {
    ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    ...{ DATABASE_URL: database.url('first'), SECRET_KEY: `k1:${randomBytes(32).toString('base64url')}` },
  }
  const run = (command: string, ...given: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const child = execFile(process.execPath, [path.join(import.meta.dirname, command), ...given], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      )
      child.stdin?.end()
    })
  const left = async () => Number((await database.asSuperuser('select count(*) from customer')).rows[0].count)
  assert.deepEqual(await run('remove-demo.ts'), { code: 0, said: 'There is no demo content here.\n' })
  await database.asSuperuser(`insert into customer (customer_id, name, is_demo, is_provider) values
    ('1001', 'Nordan Retail', true, false), ('1168', 'Real Ops AB', true, true)`)

  const help = await run('remove-demo.ts', '--help')
  assert.equal(help.code, 0)
  assert.match(help.said, /--yes/)
  const wrong = await run('remove-demo.ts', '--force')
  assert.equal(wrong.code, 1)
  assert.match(wrong.said, /^The demo content was not removed\. .*--force/)
  const unasked = await run('remove-demo.ts')
  assert.equal(unasked.code, 1)
  assert.match(unasked.said, /goes {5}Nordan Retail \(1001\) with everything that is in it\n/)
  assert.match(unasked.said, /stays {4}Real Ops AB \(1168\): it is in real use, with a name of its own that the demo did not make/)
  assert.equal(await left(), 2)
  const agreed = await run('remove-demo.ts', '--yes')
  assert.equal(agreed.code, 0, agreed.said)
  assert.equal(await left(), 1)
})
