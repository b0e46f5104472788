import { chmod } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { spawnProgram } from './spawn-program.ts'

const server = path.join('apps', 'server', 'src')

/** Debian's PostgreSQL 15, with a login that may create roles and owns the database `vakt`, as the guide makes them. */
export async function startPostgres15(folder: string): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'database'),
    binariesFolder: '/usr/lib/postgresql/15/bin',
    settings: { fsync: 'off', max_connections: '200' },
  })
  const { connection } = postgres
  const superuser = new pg.Client(connection)
  await superuser.connect()
  await superuser.query("create role vakt login createrole password 'from-the-guide'")
  await superuser.query('create database vakt owner vakt')
  await superuser.end()
  const databaseUrl = `postgres://vakt:from-the-guide@localhost:${connection.port}/vakt?host=${encodeURIComponent(connection.host)}`
  return { databaseUrl, stop: postgres.stop }
}

/** Runs a command of the server to its end and answers what it wrote; throws when it fails. */
export async function runCommand(name: string, args: string[], env: Record<string, string>): Promise<string> {
  const command = spawnProgram(process.execPath, [path.join(server, name), ...args], env)
  const code = await new Promise((resolve) => command.child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${command.output()}`)
  return command.output()
}
