// Runs a command (everything after this file's name) with a PostgreSQL of its own, which it finds through VAKT_TEST_DATABASE.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'

const [program = '', ...parameters] = process.argv.slice(2)
const folder = mkdtempSync(path.join(process.env.VAKT_TEST_DATABASES ?? os.tmpdir(), 'vakt-test-'))
await chmod(folder, 0o755)
// Losing a test run to a power cut costs nothing; waiting for the disk does.
const server = await startEmbeddedPostgres({
  directory: folder,
  settings: { fsync: 'off', synchronous_commit: 'off', max_wal_size: '128MB', max_connections: '500' },
})

const child = spawn(program, parameters, {
  stdio: 'inherit',
  env: { ...process.env, VAKT_TEST_DATABASE: JSON.stringify(server.connection) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(1))
  child.on('close', (status) => resolve(status ?? 1))
})
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code)
