import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findProgram, until } from '#server/testing/real-program.ts'
import { findPorts, type Program, spawnProgram } from './spawn-program.ts'

const [patroni, etcd] = [findProgram('PATRONI_PATH', 'patroni'), findProgram('ETCD_PATH', 'etcd')]
const binaries = ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`).find((folder) => existsSync(folder))

/** Why a failover cannot be tried here; false where it can. */
export const noPatroni =
  process.env.PATRONI_TESTS !== 'true'
    ? 'A failover under Patroni is tried with PATRONI_TESTS=true.'
    : process.getuid?.() !== 0
      ? 'PostgreSQL is given an account of its own by root only.'
      : patroni && etcd && binaries
        ? false
        : 'It takes the packages patroni, etcd-server and postgresql.'

/** The settings that `docs/high-availability.md` recommends. */
const shared = { ttl: 20, loop_wait: 5, retry_timeout: 5, synchronous_mode: true, maximum_lag_on_failover: 1_048_576 }
const password = 'failover'

export type PatroniNode = { name: string; port: number; folder: string; start(): Promise<void>; kill(): Promise<void> }

function findAccount(): { uid: number; gid: number } {
  const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const settingsOf = ({ name, folder, port }: Omit<PatroniNode, 'start' | 'kill'>, restPort: number, etcdPort: number) => ({
  ...{ scope: 'vakt', name, etcd3: { host: `127.0.0.1:${etcdPort}` } },
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  bootstrap: {
    dcs: { ...shared, postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, wal_keep_size: '256MB' } } },
    initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, bin_dir: binaries, pgpass: path.join(folder, 'pgpass') },
    data_dir: path.join(folder, 'data'),
    authentication: { superuser: { username: 'postgres', password }, replication: { username: 'replicator', password } },
    parameters: { unix_socket_directories: folder, log_min_messages: 'log' },
    pg_hba: ['local all all trust', 'host replication all 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'],
  },
})

/** Every process of this node, PostgreSQL's and Patroni's, at once. */
async function killNode(folder: string, program: Program): Promise<void> {
  const postmaster = Number((await readFile(path.join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  const ended = program.end('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended
}

/** Two nodes with a synchronous standby, as Debian's packages have them, in a folder that the account of PostgreSQL may enter. */
export async function startPatroni(folder: string) {
  const account = findAccount()
  const [etcdPort = 0, peerPort = 0, ...ports] = await findPorts(6)
  const url = (port: number) => `http://127.0.0.1:${port}`
  const store = spawnProgram(etcd ?? '', [
    ...['--data-dir', path.join(folder, 'etcd'), '--listen-client-urls', url(etcdPort), '--advertise-client-urls', url(etcdPort)],
    ...['--listen-peer-urls', url(peerPort), '--initial-advertise-peer-urls', url(peerPort)],
    ...['--initial-cluster', `default=${url(peerPort)}`, '--unsafe-no-fsync'],
  ])
  const running = new Map<string, Program>()
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name, index): Promise<PatroniNode> => {
      const [port = 0, restPort = 0] = ports.slice(index * 2)
      const home = path.join(folder, name)
      await mkdir(home)
      await chown(home, account.uid, account.gid)
      await chmod(home, 0o700)
      const file = path.join(folder, `${name}.yml`)
      const node = { name, port, folder: home }
      await writeFile(file, JSON.stringify(settingsOf(node, restPort, etcdPort)))
      return {
        ...node,
        async start() {
          running.set(name, spawnProgram(patroni ?? '', [file], { HOME: home }, account))
        },
        async kill() {
          const program = running.get(name)
          running.delete(name)
          if (program) await killNode(home, program)
        },
      }
    }),
  )
  const ask = async (query: string) => {
    for (const { port } of nodes) {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: 'postgres',
        password,
        database: 'postgres',
        connectionTimeoutMillis: 2000,
      })
      client.on('error', () => {})
      const rows = await client
        .connect()
        .then(() => client.query(`select pg_is_in_recovery() as "isStandby"; ${query}`))
        .then((results) => results as unknown as pg.QueryResult[])
        .catch(() => null)
      await client.end().catch(() => {})
      if (rows?.[0] && !rows[0].rows[0].isStandby) return { port, rows: rows[1]?.rows ?? [] }
    }
    return undefined
  }
  return {
    nodes,
    password,
    /** The node that accepts writes, once the other one follows it synchronously. */
    findPrimary: () =>
      until(async () => {
        const found = await ask("select from pg_stat_replication where sync_state in ('sync', 'quorum')")
        return found && found.rows.length > 0 && nodes.find(({ port }) => port === found.port)
      }),
    /** A planned change of the primary. */
    switchOver: async () => {
      const words = ['-c', path.join(folder, 'one.yml'), 'switchover', '--force', 'vakt']
      await promisify(execFile)('/usr/bin/patronictl', words)
    },
    output: () => [...running].map(([name, program]) => `${name}: ${program.output().slice(-3000)}`).join('\n'),
    async stop() {
      for (const { kill } of nodes) await kill().catch(() => {})
      await store.end('SIGKILL')
    },
  }
}
