import pg from 'pg'
import { PrimaryClient } from './primary-client.ts'

/**
 * A backend that sends or receives is not working: it waits for us. One that has just become idle may have its answer on the way. The login
 * sees the state of its own sessions only outside the role that it takes.
 */
const question = `
  set role none;
  select pid from pg_stat_activity
  where (state = 'active' and wait_event_type is distinct from 'Client') or state_change > clock_timestamp() - interval '1 second';
  select pg_backend_pid() as pid`

const placeOf = (client: pg.ClientBase) => {
  const { host, port } = client as pg.ClientBase & { host: string; port: number }
  return `${host}:${port}`
}

type Answer = { rows: { pid: number }[] }

const processIdOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID

/** The clients whose backends are working, or may be, on the host that answers: after a failover it is another than that of the clients. */
async function askBackends<Client extends pg.ClientBase>(
  config: pg.PoolConfig,
  clients: Client[],
  timeoutMs: number,
): Promise<Set<Client>> {
  const client = new PrimaryClient({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    await client.connect()
    const [, working, own] = (await client.query(question)) as unknown as Answer[]
    // Behind a connection pooler the ids are the pooler's, and tell nothing.
    if (own?.rows[0]?.pid !== processIdOf(client)) return new Set(clients)
    const pids = new Set(working?.rows.map(({ pid }) => pid))
    return new Set(clients.filter((one) => placeOf(one) === placeOf(client) && pids.has(processIdOf(one))))
  } finally {
    client.connection.stream.destroy()
  }
}

/**
 * Those of the clients on whose statements the database is working, or may be: all of them where it cannot tell. None when it does not
 * answer in time, or not at all. `config` must be that of the clients.
 */
export async function findWorkingBackends<Client extends pg.ClientBase>(
  config: pg.PoolConfig,
  clients: Client[],
  timeoutMs: number,
): Promise<Set<Client>> {
  try {
    return await askBackends(config, clients, timeoutMs)
  } catch (error) {
    // An answer such as "too many connections" tells that the database lives.
    return new Set(error instanceof pg.DatabaseError ? clients : [])
  }
}
