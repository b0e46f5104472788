// Runs a command (everything after this file's name) with a PostgreSQL of its own, which it finds through VAKT_TEST_DATABASE.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { cleanEnvironment } from '#server/platform/database/embedded-processes.ts'

const [program = '', ...parameters] = process.argv.slice(2)
const folder = mkdtempSync(path.join(process.env.VAKT_TEST_DATABASES ?? os.tmpdir(), 'vakt-test-'))
await chmod(folder, 0o755)
// What moves the clock of the tests by libfaketime moves that of the database.
const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
if (FAKETIME) Object.assign(cleanEnvironment ?? {}, { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC })
const settings = {
  // Losing a test run to a power cut costs nothing; waiting for the disk does, and so do whole pages in the log.
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' },
  max_connections: '500',
  // It would go through each database once a minute, and its statistics would decide plans by the moment.
  autovacuum: 'off',
  // Passwords of tests need not resist guessing, and each connection repeats what they cost.
  scram_iterations: '1',
}
const server = await startEmbeddedPostgres({ directory: folder, settings })
if (FAKETIME) {
  try {
    await expectSameClock(server.connection)
  } catch (error) {
    await end()
    throw error
  }
}

const child = spawn(program, parameters, {
  stdio: 'inherit',
  env: { ...process.env, VAKT_TEST_DATABASE: JSON.stringify(server.connection) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(1))
  child.on('close', (status) => resolve(status ?? 1))
})
await end()
process.exit(code)

async function end(): Promise<void> {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Where the clock is moved, it is that of the database too. */
async function expectSameClock(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  await client.end()
  const now = rows[0]?.now ?? new Date(0)
  if (Math.abs(now.getTime() - Date.now()) > 600_000) throw new Error(`The database says that it is ${now.toISOString()}.`)
}
