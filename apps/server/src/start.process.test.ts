import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { spawnProgram } from '#server/testing/production/spawn-program.ts'
import { createDataFolder, type RunningVakt, startInVain, startVakt } from '#server/testing/run-vakt.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

const dataFolder = await createDataFolder()
after(() => rm(dataFolder, { recursive: true, force: true }))

/** What a person reads who starts Vakt in vain: the reason in one line, no stack, and the shell learns of it. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, output } = await startInVain({ LOG_LEVEL: 'fatal', ...env })
  assert.equal(code, 1, output)
  const said = output.slice(output.indexOf('Vakt did not start. ')).trim()
  assert.doesNotMatch(said, /\n\s+at |node:internal|Error:/)
  return said.replace('Vakt did not start. ', '')
}

async function takePort(): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return { port, free: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function becomeReady({ origin }: RunningVakt): Promise<void> {
  while ((await fetch(`${origin}/health/ready`)).status !== 200) await wait(20)
}

const { host, port, user, password } = sharedServer()
const urlOf = (change: { host?: string; user?: string; password?: string; database?: string } = {}) => {
  const parts = { host: String(host), user: String(user), password: String(password), database: 'postgres', ...change }
  const secret = parts.password ? `:${encodeURIComponent(parts.password)}` : ''
  return `postgres://${parts.user}${secret}@localhost:${port}/${parts.database}?host=${encodeURIComponent(parts.host)}`
}

test('a taken port, of the portal or of the metrics, is one sentence', async () => {
  const taken = await takePort()
  const sentence = `Port ${taken.port} is taken by another program.`
  assert.ok((await refusal({ PORT: String(taken.port), DATA_DIR: dataFolder })).startsWith(sentence))
  assert.ok((await refusal({ METRICS_PORT: String(taken.port), DATA_DIR: dataFolder, DEMO: 'false' })).startsWith(sentence))
  await taken.free()
})

test('a second start on the same folder is refused while the first runs on, and the folder starts again afterwards', async () => {
  const first = await startVakt({ DATA_DIR: dataFolder, DEMO: 'false' })
  try {
    const said = await refusal({ DATA_DIR: dataFolder })
    assert.match(said, /^[^\n]+\.$/)
    assert.ok(said.includes(dataFolder), said)
    await becomeReady(first)
  } finally {
    assert.equal(await first.end('SIGINT'), 0)
  }
  const again = await startVakt({ DATA_DIR: dataFolder, DEMO: 'false' })
  try {
    await becomeReady(again)
  } finally {
    assert.equal(await again.end('SIGTERM'), 0)
  }
})

test('a process that is asked to stop while it still starts ends at once, as one that was asked to', { timeout: 30_000 }, async () => {
  const database = createServer().listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port: databasePort } = database.address() as AddressInfo
  const asked = once(database, 'connection')
  const vakt = spawnProgram(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    ...{ DATABASE_URL: `postgres://vakt:x@127.0.0.1:${databasePort}/vakt`, SECRET_KEY: `k:${Buffer.alloc(32).toString('base64')}` },
    ...{ PORT: '0', METRICS_PORT: '0', NODE_ENV: 'production' },
  })
  const [connection] = (await asked) as [Socket]
  connection.on('error', () => {})
  assert.equal(await vakt.end('SIGTERM'), 0, vakt.output())
  database.close()
})

test('every way to get DATABASE_URL wrong is one sentence that names it', async () => {
  const cases: [url: string, says: RegExp][] = [
    ['postgres://vakt:secret@127.0.0.1:1/vakt', /^DATABASE_URL: no PostgreSQL answers at vakt@127\.0\.0\.1:1\/vakt\.$/],
    [urlOf({ host: '/nowhere' }), /^DATABASE_URL: no PostgreSQL answers at .*\.$/],
    ['postgres://vakt:secret@no-such-host.invalid/vakt', /^DATABASE_URL: no PostgreSQL answers at .*\.$/],
    [urlOf({ password: 'wrong' }), /^DATABASE_URL: .* refuses the login \(.*\)\.$/],
    [urlOf({ user: 'nobody' }), /^DATABASE_URL: .* refuses the login \(.*\)\.$/],
    [urlOf({ database: 'no_such_database' }), /^DATABASE_URL: there is no database "no_such_database" at .*\.$/],
    [urlOf({ password: '' }), /^DATABASE_URL: .* asks for a password, and the address carries none\.$/],
    ['mysql://vakt:secret@localhost/vakt', /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\/\.$/],
    ['not an address', /^DATABASE_URL must be an address/],
  ]
  for (const [url, says] of cases) {
    const said = await refusal({ DATABASE_URL: url })
    assert.match(said, says, url)
    assert.ok(!said.includes(String(password)) && !said.includes('secret'), said)
  }
})

test('a database that is starting up is one sentence, too', async () => {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'].map((field) => `${field}\0`).join('')
  const answer = Buffer.from(`E....${fields}\0`)
  answer.writeInt32BE(answer.length - 1, 1)
  const database = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer))).listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo
  try {
    const said = await refusal({
      DATABASE_URL: `postgres://vakt:secret@127.0.0.1:${port}/vakt`,
      SECRET_KEY: `k:${Buffer.alloc(32).toString('base64')}`,
    })
    assert.match(said, /^DATABASE_URL: the PostgreSQL at vakt@\S+ cannot be used just now \(the database system is starting up\)\.$/)
  } finally {
    database.close()
  }
})

test('without the keys of its database it does not start, and says how to make one', async () => {
  assert.match(await refusal({ DATABASE_URL: urlOf(), SECRET_KEY: '' }), /^SECRET_KEY must be set, too, .*`npm run make-key`[^\n]*\.$/)
  const said = await refusal({ DATABASE_URL: urlOf(), SECRET_KEY: 'k1:hemlig' })
  assert.match(said, /^SECRET_KEY has no valid key in place 1: [^\n]*make-key[^\n]*\.$/)
  assert.ok(!said.includes('hemlig'))

  const folder = await createDataFolder()
  const keyFile = path.join(folder, 'secret-key')
  try {
    await (await startVakt({ DATA_DIR: folder, DEMO: 'false' })).end('SIGTERM')
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
    const made = (await readFile(keyFile, 'utf8')).trim()
    const [id] = made.split(':')
    await writeFile(keyFile, 'cut off')
    assert.match(await refusal({ DATA_DIR: folder }), /^The key file \S+secret-key has no valid key in place 1: [^\n]*\.$/)
    await rm(keyFile)
    const lost = await refusal({ DATA_DIR: folder })
    assert.ok(
      lost.startsWith(`The key file ${keyFile} does not fit the secrets in this database. It is encrypted with the key ${id},`),
      lost,
    )
    // What was in the file may move into the setting.
    const vakt = await startVakt({ DATA_DIR: folder, DEMO: 'false', SECRET_KEY: `new:${Buffer.alloc(32, 3).toString('base64')},${made}` })
    await becomeReady(vakt)
    assert.equal(await vakt.end('SIGTERM'), 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('several wrong settings are told all at once, a line each', async () => {
  const said = await refusal({
    PORT: '99999',
    METRICS_PORT: 'x',
    DEMO: 'perhaps',
    ROLES: 'web,cook',
    ORIGIN: 'vakt.example',
    DATA_DIR: dataFolder,
  })
  assert.deepEqual(
    said.split('\n').map((line) => line.split(' ')[0]),
    ['PORT', 'ORIGIN', 'METRICS_PORT', 'ROLES', 'DEMO'],
  )
})

test('a secret file that is not there is one sentence', async () => {
  assert.match(
    await refusal({ DATABASE_URL_FILE: '/nowhere/secret', DATA_DIR: dataFolder }),
    /^DATABASE_URL cannot be read from the file \/nowhere\/secret \(ENOENT\)\.$/,
  )
})

test('a folder that is a file, or cannot be written, is one sentence', async () => {
  const said = await refusal({ DATA_DIR: path.join(import.meta.dirname, 'start.ts') })
  assert.match(said, /^[^\n]+\.$/)
  assert.ok(said.includes('start.ts'), said)
})

const canBecomeNobody = process.getuid?.() === 0 && existsSync('/bin/su')
test('for an ordinary user a folder that is not theirs is one sentence', {
  skip: canBecomeNobody ? false : 'This needs root, to become someone else.',
}, async () => {
  const locked = path.join(dataFolder, 'locked')
  await mkdir(locked)
  await chmod(locked, 0o755)
  const main = path.join(import.meta.dirname, 'main.ts')
  const settings = `PORT=0 METRICS_PORT=0 DATA_DIR='${locked}'`
  const failed = await new Promise<{ status?: number; stderr?: Buffer }>((resolve) => {
    try {
      execFileSync('/bin/su', ['nobody', '-s', '/bin/sh', '-c', `${settings} '${process.execPath}' '${main}'`], { stdio: 'pipe' })
      resolve({ status: 0 })
    } catch (error) {
      resolve(error as { status?: number; stderr?: Buffer })
    }
  })
  const said = String(failed.stderr).trim()
  assert.equal(failed.status, 1, said)
  assert.match(said, /^Vakt did not start\. [^\n]+\.$/)
  assert.ok(said.includes(locked), said)
})

const debian = '/usr/lib/postgresql/15/bin'
test('it runs on a PostgreSQL 15 of one’s own', {
  skip: existsSync(debian) ? false : `There is no ${debian} here.`,
}, async () => {
  const folder = await createDataFolder()
  const server = await startEmbeddedPostgres({ directory: folder, binariesFolder: debian })
  try {
    const { host, port, user, password } = server.connection
    const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
    const vakt = await startVakt({ DATABASE_URL: url, DEMO: 'true' })
    try {
      await becomeReady(vakt)
      const answer = await fetch(`${vakt.origin}/ingest/v1/alertmanager`, {
        method: 'POST',
        headers: { authorization: `Bearer ${vakt.ingestToken}` },
        body: '{"alerts": []}',
      })
      assert.equal(answer.status, 202)
    } finally {
      assert.equal(await vakt.end('SIGTERM'), 0)
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
