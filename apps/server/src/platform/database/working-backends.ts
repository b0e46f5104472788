import pg from 'pg'

/**
 * A backend that sends or receives is not working: it waits for us. One that has just become idle may have its answer on the way. The login
 * sees the state of its own sessions only outside the role that it takes.
 */
const question = `
  set role none;
  select pid from pg_stat_activity
  where (state = 'active' and wait_event_type is distinct from 'Client') or state_change > clock_timestamp() - interval '1 second';
  select pg_backend_pid() as pid`

type Answer = { rows: { pid: number }[] }

const processIdOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID

async function askBackends(config: pg.PoolConfig, timeoutMs: number): Promise<Set<number> | null> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const [, working, own] = (await client.query(question)) as unknown as Answer[]
    // Behind a connection pooler the ids are the pooler's, and tell nothing.
    return own?.rows[0]?.pid === processIdOf(client) ? new Set(working?.rows.map(({ pid }) => pid)) : null
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
    const working = await askBackends(config, timeoutMs)
    return new Set(clients.filter((client) => !working || working.has(processIdOf(client))))
  } catch (error) {
    // An answer such as "too many connections" tells that the database lives.
    return new Set(error instanceof pg.DatabaseError ? clients : [])
  }
}
