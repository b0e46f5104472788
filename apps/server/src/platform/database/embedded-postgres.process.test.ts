import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CannotStartDatabase, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const program = `
  import { startEmbeddedPostgres } from '${import.meta.resolve('./embedded-postgres.ts')}'
  const say = (message) => console.log(JSON.stringify(message))
  try {
    const database = await startEmbeddedPostgres({ directory: process.argv[1], onProgress: (step) => say({ step }) })
    say({ connection: database.connection, wasAdopted: database.wasAdopted })
    process.on('SIGTERM', () => database.stop().then(() => process.exit()))
  } catch (error) {
    say({ error: error.message, name: error.name })
    process.exitCode = 1
  }`

type Message = { step?: string; error?: string; name?: string; wasAdopted?: boolean; connection?: EmbeddedPostgres['connection'] }

let home: string
const toRemove: string[] = []

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'vakt-postgres-'))
  await chmod(home, 0o755)
  toRemove.push(home)
})

after(() => Promise.all(toRemove.map((path) => rm(path, { recursive: true, force: true }))))

function startOwner(directory: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

async function readResult({ lines }: ReturnType<typeof startOwner>) {
  for (;;) {
    const { value, done } = await lines.next()
    assert.ok(!done, 'the owner ended without a word')
    const message = JSON.parse(value) as Message
    if (!message.step) return message
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
}

async function query(connection: EmbeddedPostgres['connection'] | undefined, sql: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function isRunning(directory: string) {
  const [pid] = (await readFile(join(directory, 'postgres/db/postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Boolean(pid)
}

test('keeps what was written across a stop and a second start', async () => {
  const directory = join(home, 'again')
  const first = await startEmbeddedPostgres({ directory })
  await query(first.connection, 'create table note (text text)')
  await query(first.connection, "insert into note values ('kept')")
  await first.stop()
  assert.equal(await isRunning(directory), false)

  const second = await startEmbeddedPostgres({ directory })
  assert.equal(second.wasAdopted, false)
  assert.deepEqual(await query(second.connection, 'select text from note'), [{ text: 'kept' }])
  await second.stop()
})

test('keeps commits safe from a power cut and listens on no network address', async () => {
  const database = await startEmbeddedPostgres({ directory: join(home, 'safe'), settings: { work_mem: '5MB' } })
  const read = async (name: string) => (await query(database.connection, `select current_setting('${name}') as value`))[0].value
  assert.equal(await read('fsync'), 'on')
  assert.equal(await read('synchronous_commit'), 'on')
  assert.equal(await read('full_page_writes'), 'on')
  assert.equal(await read('listen_addresses'), '')
  assert.equal(await read('work_mem'), '5MB')
  await database.stop()
  assert.equal((await lstat(join(database.directory, 'secret'))).mode & 0o777, 0o600)
})

test('takes over the server of an owner that was killed', async () => {
  const directory = join(home, 'killed')
  const owner = startOwner(directory)
  const { connection } = await readResult(owner)
  await query(connection, 'create table note (text text)')
  await kill(owner.child, 'SIGKILL')

  const start = performance.now()
  const next = await startEmbeddedPostgres({ directory })
  assert.equal(next.wasAdopted, true)
  assert.ok(performance.now() - start < 2000, 'took too long')
  assert.deepEqual(await query(next.connection, 'select * from note'), [])
  await next.stop()
  assert.equal(await isRunning(directory), false)
})

test('starts again after the owner and the server were both killed', async () => {
  const directory = join(home, 'both-killed')
  const owner = startOwner(directory)
  const { connection } = await readResult(owner)
  await query(connection, 'create table note as select 1 as number')
  const pid = Number.parseInt(await readFile(join(directory, 'postgres/db/postmaster.pid'), 'utf8'), 10)
  await kill(owner.child, 'SIGKILL')
  process.kill(pid, 'SIGKILL')

  const next = await startEmbeddedPostgres({ directory })
  assert.deepEqual(await query(next.connection, 'select * from note'), [{ number: 1 }])
  await next.stop()
})

test('brings back a server that dies under a living owner', async () => {
  const directory = join(home, 'server-dies')
  const database = await startEmbeddedPostgres({ directory })
  process.kill(Number.parseInt(await readFile(join(directory, 'postgres/db/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  for (let attempt = 0; ; attempt++) {
    const rows = await query(database.connection, 'select 1 as one').catch(() => undefined)
    if (rows) break
    assert.ok(attempt < 100, 'the server did not come back')
    await wait(100)
  }
  await assert.rejects(startEmbeddedPostgres({ directory }), /already running/)
  await database.stop()
})

test('refuses a second process on the same folder and leaves the first one alone', async () => {
  const directory = join(home, 'second')
  const owner = startOwner(directory)
  const { connection } = await readResult(owner)
  const second = startOwner(directory)
  const { error, name } = await readResult(second)
  assert.equal(name, 'CannotStartDatabase')
  assert.match(error ?? '', new RegExp(`already running on the data folder ${directory} \\(process ${owner.child.pid}\\)`))
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
  await kill(owner.child, 'SIGTERM')
  assert.equal(await isRunning(directory), false)
})

test('lets one of several simultaneous first starts win and tells the others', async () => {
  const directory = join(home, 'together')
  const owners = [1, 2, 3].map(() => startOwner(directory))
  const results = await Promise.all(owners.map(readResult))
  assert.equal(results.filter((result) => result.connection).length, 1)
  assert.equal(results.filter((result) => result.error?.includes('already running')).length, 2)
  assert.deepEqual(await query(results.find((result) => result.connection)?.connection, 'select 1 as one'), [{ one: 1 }])
  for (const { child } of owners) await kill(child, 'SIGTERM')
})

test('starts after any kill during the first start', async () => {
  for (const delayInMs of [60, 120, 200, 300, 400, 480, 560, 700]) {
    const directory = join(home, `first-${delayInMs}`)
    const { child } = startOwner(directory)
    await wait(delayInMs)
    await kill(child, 'SIGKILL')
    const database = await startEmbeddedPostgres({ directory })
    assert.deepEqual(await query(database.connection, 'select 1 as one'), [{ one: 1 }])
    await database.stop()
    const names = await readdir(database.directory)
    assert.deepEqual(
      names.filter((name) => !['db', 'run', 'secret', 'postgres.log'].includes(name) && !name.startsWith('binaries-')),
      [],
    )
  }
})

test('removes what any kill during a start left, also once there is a database', async () => {
  const directory = join(home, 'leftovers')
  const first = await startEmbeddedPostgres({ directory })
  await first.stop()
  const { child } = startOwner(directory)
  await kill(child, 'SIGKILL')
  const ofSameNumber = `cluster-${process.pid}-b7.password`
  for (const name of [`scratch-${child.pid}`, `cluster-${child.pid}-a1`])
    await mkdir(join(first.directory, name, 'native'), { recursive: true })
  for (const name of [`secret-${child.pid}-a1`, ofSameNumber]) await writeFile(join(first.directory, name), 'left')
  await (await startEmbeddedPostgres({ directory })).stop()
  assert.deepEqual(
    (await readdir(first.directory)).filter((name) => /^(scratch|cluster|secret)-/.test(name)),
    [],
  )
})

test('starts when the process number left in the folder belongs to another program', async () => {
  const directory = join(home, 'reused-number')
  await (await startEmbeddedPostgres({ directory })).stop()
  const cluster = join(directory, 'postgres/db')
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${process.pid}\n${cluster}\n1700000000\n5432\n${directory}/postgres/run\n\n0 0\nready\n`,
  )
  const database = await startEmbeddedPostgres({ directory })
  assert.equal(database.wasAdopted, false)
  await database.stop()
})

test('listens on 127.0.0.1 with a password where the socket path would be too long', async () => {
  const directory = join(home, 'a-name-that-goes-on-'.repeat(5))
  const database = await startEmbeddedPostgres({ directory })
  assert.equal(database.connection.host, '127.0.0.1')
  assert.deepEqual(await query(database.connection, 'select 1 as one'), [{ one: 1 }])
  await assert.rejects(query({ ...database.connection, password: 'wrong' }, 'select 1'), /password authentication failed/)
  await database.stop()
})

test('says in a sentence which PostgreSQL made a folder that this one cannot read', async () => {
  const directory = join(home, 'old')
  await (await startEmbeddedPostgres({ directory })).stop()
  await writeFile(join(directory, 'postgres/db/PG_VERSION'), '12\n')
  await assert.rejects(startEmbeddedPostgres({ directory }), {
    name: 'CannotStartDatabase',
    message: /was made by PostgreSQL 12, which PostgreSQL 1\d cannot read/,
  })
})

test('says in a sentence that the folder cannot be written', async () => {
  const file = join(home, 'a-file')
  await writeFile(file, '')
  await assert.rejects(startEmbeddedPostgres({ directory: join(file, 'data') }), {
    name: 'CannotStartDatabase',
    message: /cannot keep its database in .*: a part of the path is not a folder\.$/,
  })
})

test('says in a sentence that no folder can be made there', {
  skip: !existsSync('/proc/self') && 'only where there is /proc',
}, async () => {
  await assert.rejects(startEmbeddedPostgres({ directory: '/proc/vakt/data' }), {
    name: 'CannotStartDatabase',
    message: 'Vakt cannot keep its database in /proc/vakt/data: the folder cannot be made there.',
  })
})

test('says in a sentence that a forced folder holds no PostgreSQL', async () => {
  const options = { directory: join(home, 'no-binaries'), binariesFolder: home }
  await assert.rejects(
    startEmbeddedPostgres(options),
    (error) => error instanceof CannotStartDatabase && error.message.includes('found no PostgreSQL'),
  )
})

test('puts the database elsewhere when root keeps the project where others cannot go', {
  skip: process.getuid?.() !== 0 && 'only for root',
}, async () => {
  const closed = await mkdtemp(join(tmpdir(), 'vakt-closed-'))
  toRemove.push(closed)
  const directory = join(closed, 'data')
  await mkdir(directory)
  const steps: string[] = []
  const database = await startEmbeddedPostgres({ directory, onProgress: (step, detail) => steps.push(`${step} ${detail}`) })
  toRemove.push(database.directory)
  assert.match(database.directory, /^\/var\/lib\/vakt\//)
  assert.equal(await realpath(join(directory, 'postgres')), database.directory)
  assert.equal(steps[0], `relocated ${database.directory}`)
  await query(database.connection, 'create table note as select 1 as number')
  await database.stop()

  const again = await startEmbeddedPostgres({ directory })
  assert.equal(again.directory, database.directory)
  assert.deepEqual(await query(again.connection, 'select * from note'), [{ number: 1 }])
  await again.stop()
})
