import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { readKeyFile } from '#server/platform/keys/key-file.ts'
import { createSecretBox, type SecretBox } from '#server/platform/keys/secret-box.ts'
import { readDatabase } from '#server/testing/read-database.ts'
import { connectionOf, createDataFolder, startVakt } from '#server/testing/run-vakt.ts'

const files = await mkdtemp(path.join(os.tmpdir(), 'vakt-backups-'))
const folders = [files]
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function newFolder(): Promise<string> {
  const folder = await createDataFolder()
  folders.push(folder)
  return folder
}

const environment = (env: Record<string, string>) => {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, ...env }
}
const script = (name: string) => path.join(import.meta.dirname, `${name}.ts`)

/** Runs a command as `npm run` does: how it ended, and what it said. */
function run(name: 'backup' | 'restore', args: string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script(name), ...args], { env: environment(env), cwd: files }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: out + err })
    })
  })
}

/** The installation that is backed up. */
const dataFolder = await newFolder()

const customerId = '1001'
const secretId = '00000000-0000-4000-8000-000000000001'

async function query<Row extends pg.QueryResultRow>(dataFolder: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connectionOf(dataFolder))
  await client.connect()
  return client
    .query<Row>(sql, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** What the server encrypts in this folder with, for `webhook secrets` and `connector secrets`. */
async function boxOf(dataFolder: string, purpose: string): Promise<SecretBox> {
  return createSecretBox({ keys: await readKeyFile(dataFolder), legacyPasswords: [] }, purpose)
}

/** A webhook and a connector of the demo customer, each with a secret. */
async function addSecrets(dataFolder: string): Promise<void> {
  const [webhook, connector] = [await boxOf(dataFolder, 'webhook secrets'), await boxOf(dataFolder, 'connector secrets')]
  await query(
    dataFolder,
    `insert into webhook (customer_id, webhook_id, name, url, kinds, sealed_secret, created_at)
     values ($1, $2, 'Chat', 'https://hooks.example', '{}', $3, now())`,
    [customerId, secretId, webhook.seal(secretId, Buffer.from('of the webhook'))],
  )
  await query(
    dataFolder,
    `insert into connector (customer_id, connector_id, kind, name, sealed_secret, is_enabled, created_at)
     values ($1, $2, 'azure', 'Azure', $3, false, now())`,
    [customerId, secretId, connector.seal(secretId, Buffer.from('of the connector'))],
  )
}

async function readSecrets(dataFolder: string): Promise<string[]> {
  const sql = `select (select sealed_secret from webhook where webhook_id = $1) as webhook,
    (select sealed_secret from connector where connector_id = $1) as connector`
  const [row] = await query<{ webhook: Buffer; connector: Buffer }>(dataFolder, sql, [secretId])
  assert.ok(row)
  const [webhook, connector] = [await boxOf(dataFolder, 'webhook secrets'), await boxOf(dataFolder, 'connector secrets')]
  return [webhook.open(secretId, row.webhook).toString(), connector.open(secretId, row.connector).toString()]
}

/** Asked without a pause, the one that asks would take the processor from what it waits for. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10)
}

const isReady = async (origin: string) => (await fetch(`${origin}/health/ready`)).status === 200

const isSentence = (said: string, start: string) => assert.match(said, new RegExp(`^${start} [^\\n]+\\.\\n$`))

test('backs up a Vakt that runs, and restores it into a new folder with the same key, where it starts', async () => {
  const newDataFolder = await newFolder()
  const vakt = await startVakt({ DATA_DIR: dataFolder })
  try {
    await addSecrets(dataFolder)
    const { code, said } = await run('backup', ['--to', 'vakt.tar.gz'], { DATA_DIR: dataFolder })
    assert.equal(code, 0, said)
    assert.match(
      said,
      /^Backed up [\d,]+ rows of \d+ tables .*\nIts secrets are encrypted with the key \S+ of .*secret-key, which is not in it/,
    )
    assert.equal((await stat(path.join(files, 'vakt.tar.gz'))).mode & 0o777, 0o600)
    isSentence((await run('backup', ['--to', 'vakt.tar.gz'], { DATA_DIR: dataFolder })).said, 'Nothing was backed up\\. There is a file')
    isSentence((await run('restore', ['--from', 'vakt.tar.gz'], { DATA_DIR: dataFolder })).said, 'Nothing was restored\\. Another Vakt')
  } finally {
    await until(() => isReady(vakt.origin))
    assert.equal(await vakt.end('SIGTERM'), 0)
  }
  const withoutKey = await run('restore', ['--from', 'vakt.tar.gz'], { DATA_DIR: newDataFolder })
  assert.match(withoutKey.said, /Nothing was restored\. The secrets in .* are encrypted with the key/)
  copyFileSync(path.join(dataFolder, 'secret-key'), path.join(newDataFolder, 'secret-key'))
  const restored = await run('restore', ['--from', 'vakt.tar.gz'], { DATA_DIR: newDataFolder })
  assert.equal(restored.code, 0, restored.said)
  assert.match(restored.said, /Restored [\d,]+ rows of \d+ tables .* in \d+\.\d s\./)
  const again = await startVakt({ DATA_DIR: newDataFolder })
  try {
    assert.equal(again.ingestToken, vakt.ingestToken)
    const headers = { authorization: `Bearer ${vakt.ingestToken}` }
    const answer = await fetch(`${again.origin}/ingest/v1/alertmanager`, { method: 'POST', headers, body: '{"alerts": []}' })
    assert.equal(answer.status, 202)
    assert.deepEqual(await readSecrets(newDataFolder), ['of the webhook', 'of the connector'])
  } finally {
    await until(() => isReady(again.origin))
    assert.equal(await again.end('SIGTERM'), 0)
  }
})

test('wrong use is one sentence, and touches nothing', async () => {
  const empty = await newFolder()
  const cases: ['backup' | 'restore', string[], Record<string, string>, RegExp][] = [
    ['backup', [], {}, /^Nothing was backed up\. Use it as: npm run backup -- --to FILE/],
    ['backup', ['--from', 'x'], {}, /^Nothing was backed up\. Use it as/],
    ['restore', ['--from'], {}, /^Nothing was restored\. Use it as: npm run restore -- --from FILE/],
    ['backup', ['--to', 'x'], { DATA_DIR: empty }, /^Nothing was backed up\. There is no database in /],
    [
      'backup',
      ['--to', 'x'],
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', SECRET_KEY: `k:${Buffer.alloc(32).toString('base64')}` },
      /^Nothing was backed up\. No PostgreSQL answers at DATABASE_URL/,
    ],
  ]
  for (const [name, args, env, says] of cases) {
    const { code, said } = await run(name, args, env)
    assert.equal(code, 1)
    assert.match(said, says)
    assert.doesNotMatch(said, /\n\s+at /)
  }
  assert.equal(existsSync(path.join(empty, 'postgres')), false)
})

test('a backup that is killed leaves no file of its name, and a restore that is killed an empty database', async () => {
  const newDataFolder = await newFolder()
  const source = await startEmbeddedPostgres({ directory: dataFolder })
  const filler = new pg.Client(connectionOf(dataFolder))
  await filler.connect()
  await filler.query(`insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target)
    select '1001', now(), 'system', n::text, md5(n::text), 'x', md5((n + 1)::text) from generate_series(1, 100000) as n`)
  await filler.end()
  const killAt = async (name: 'backup' | 'restore', args: string[], env: Record<string, string>, isDue: () => Promise<boolean>) => {
    const child = spawn(process.execPath, [script(name), ...args], { env: environment(env), cwd: files, stdio: 'ignore' })
    const closed = once(child, 'exit')
    await until(async () => child.exitCode !== null || (await isDue()))
    child.kill('SIGKILL')
    await closed
    assert.equal(child.signalCode, 'SIGKILL', `${name} was over before it was killed`)
  }
  const file = path.join(files, 'killed.tar.gz')
  const hasBegun = async () => ((await stat(`${file}.partial`).catch(() => undefined))?.size ?? 0) > 100_000
  await killAt('backup', ['--to', file], { DATA_DIR: dataFolder }, hasBegun)
  assert.equal(existsSync(file), false)
  const { code, said } = await run('backup', ['--to', file], { DATA_DIR: dataFolder })
  assert.equal(code, 0, said)
  assert.equal(existsSync(`${file}.partial`), false)
  await source.stop()

  copyFileSync(path.join(dataFolder, 'secret-key'), path.join(newDataFolder, 'secret-key'))
  const target = await startEmbeddedPostgres({ directory: newDataFolder })
  const { host, port, password } = target.connection
  const url = `postgres://postgres:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  const settings = { DATABASE_URL: url, SECRET_KEY_FILE: path.join(newDataFolder, 'secret-key') }
  const watcher = new pg.Client(target.connection)
  await watcher.connect()
  const isLoading = async () => (await watcher.query('select from pg_stat_progress_copy where tuples_processed > 10000')).rowCount !== 0
  try {
    await killAt('restore', ['--from', file], settings, isLoading)
    await until(async () => (await watcher.query("select from pg_stat_activity where application_name = 'vakt restore'")).rowCount === 0)
    assert.deepEqual((await readDatabase(target.connection)).rows, {})
    const restored = await run('restore', ['--from', file], settings)
    assert.equal(restored.code, 0, restored.said)
  } finally {
    await watcher.end()
    await target.stop()
  }
})
