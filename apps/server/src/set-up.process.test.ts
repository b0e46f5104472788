import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startVakt } from '#server/testing/run-vakt.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

const program = path.join(import.meta.dirname, 'set-up.ts')

type Ended = { code: number; stdout: string; stderr: string }

const setUp = (env: Record<string, string>, ...given: string[]) =>
  new Promise<Ended>((resolve) => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const settings = { PATH, NODE_COMPILE_CACHE, ...env }
    execFile(process.execPath, [program, ...given], { env: settings }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

test('a first start prints one address, which the command makes needless', async (t) => {
  const { host, port, user, password } = sharedServer()
  const database = `set_up_${randomBytes(4).toString('hex')}`
  const owner = new pg.Client(sharedServer())
  await owner.connect()
  t.after(() => owner.end())
  await owner.query(`create database ${database}`)
  const secret = encodeURIComponent(String(password))
  const env = {
    DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`,
    SECRET_KEY: `k1:${randomBytes(32).toString('base64url')}`,
  }
  const first = await startVakt(env)
  t.after(() => first.end('SIGKILL'))
  const printed = () => first.output().match(/http\S+\/set-up\?token=[\w-]{43}/g) ?? []
  const token = new URL(printed()[0] ?? '').searchParams.get('token')
  const ask = async () => {
    const body = JSON.stringify({ token })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${first.origin}/api/v1/set-up/status`, { method: 'POST', headers, body })
    return ((await answer.json()) as { result: { state: string } }).result.state
  }
  assert.equal(await ask(), 'open')

  const wrong = await setUp(env, '--provider', 'Nordic Ops', '--domain', 'nordicops.example', '--admin', 'anna')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^Vakt was not set up\.\n--admin: must be a name and an address/)
  assert.equal(await ask(), 'open')

  const given = [
    '--provider',
    'Nordic Ops',
    '--domain',
    'nordicops.example',
    '--admin',
    'Anna Ek <anna@nordicops.example>',
    '--ingest-token',
  ]
  const done = await setUp(env, ...given)
  assert.equal(done.code, 0, done.stderr)
  const ingestToken = /vakt_ing_\S+/.exec(done.stdout)?.[0] ?? ''
  const alert = '{"alerts":[{"status":"firing","labels":{"alertname":"Test from Vakt","severity":"low"}}]}'
  const headers = { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' }
  assert.equal((await fetch(`${first.origin}/ingest/v1/alertmanager`, { method: 'POST', headers, body: alert })).status, 202)
  assert.equal(await ask(), 'done')
  const again = await setUp(env, ...given)
  assert.equal(again.stdout.match(/nothing was changed/g)?.length, 2, again.stdout)
  assert.doesNotMatch(again.stdout, /vakt_ing_/)
  const moving = await setUp(env, '--move-issuer')
  assert.match(moving.stdout, /^Every account is of http:\/\/localhost:\d+\/oidc already/, moving.stderr)

  await first.end('SIGTERM')
  assert.deepEqual([printed().length, new Set(printed()).size], [2, 1], 'in the introduction and in the log')
  const second = await startVakt(env)
  assert.doesNotMatch(second.output(), /set-up\?token/)
  await second.end('SIGTERM')
  await owner.query(`drop database ${database} with (force)`)
})
