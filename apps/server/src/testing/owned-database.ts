import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { sharedServer } from '#server/testing/shared-server.ts'

export type OwnedDatabase = {
  owner: pg.PoolConfig & { password: string }
  /** As an operator would, in this database. */
  asSuperuser(sql: string, values?: unknown[]): Promise<pg.QueryResult>
  /** The address for `DATABASE_URL`. */
  url(password: string): string
  remove(): Promise<void>
}

const roles = [
  'vakt_app',
  'vakt_staff',
  'vakt_limited_staff',
  'vakt_worker',
  'vakt_requester',
  'vakt_limited',
  'vakt_limited_requester',
  'vakt_search',
  'vakt_backup',
]

/** A database whose owner is an ordinary login, as in production: row-level security holds for it, too. Its password is `first`. */
export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const server = sharedServer()
  const name = `owned_${randomBytes(4).toString('hex')}`
  const runAs = async (config: pg.PoolConfig, sql: string, values?: unknown[]) => {
    const client = new pg.Client(config)
    await client.connect()
    return client.query(sql, values).finally(() => client.end())
  }
  for (const role of roles) await runAs(server, `do $$ begin create role ${role}; exception when duplicate_object then end $$`)
  await runAs(server, `create role ${name} login createrole password 'first'`)
  await runAs(server, `grant ${roles.join(', ')} to ${name} with admin option, inherit false`)
  await runAs(server, `create database ${name} owner ${name}`)
  return {
    owner: { ...server, user: name, database: name, password: 'first' },
    asSuperuser: (sql, values) => runAs({ ...server, database: name }, sql, values),
    url: (password) => `postgres://${name}:${password}@localhost:${server.port}/${name}?host=${encodeURIComponent(String(server.host))}`,
    async remove() {
      await runAs(server, `drop database ${name} with (force)`)
      const { rows } = await runAs(
        server,
        `select rolname from pg_roles where rolname like 'vakt_%_login_%' and pg_has_role('${name}', oid, 'member')`,
      )
      for (const { rolname } of rows) await runAs(server, `drop role "${rolname}"`)
      await runAs(server, `drop owned by ${name}`)
      await runAs(server, `drop role ${name}`)
    },
  }
}
