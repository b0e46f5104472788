import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { isTrial } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const clients = 8
const seconds = 4
/** Of each client, where the statement is only tried. */
const triedTransactions = 10

function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...versions.map((version) => path.join(debian, version, 'bin'))]
  return folders.map((folder) => path.join(folder, 'pgbench')).find(existsSync)
}

const pgbench = findPgbench()

/** What the bare work is done by; it stands in the names of the figures. */
export const bareTool = pgbench ? 'pgbench' : 'a bare pg loop'

export const toolAdvice = pgbench
  ? null
  : 'There is no pgbench here, so a loop over the driver stands in for it: install postgresql-contrib (Debian: postgresql-15) to compare with the real one.'

/** How often a second 8 clients run this statement, prepared, one transaction each, as the owner of the database. */
export function measureBareSql(vakt: Vakt, sql: string): Promise<number> {
  return pgbench ? runPgbench(pgbench, vakt, sql) : runLoop(vakt, sql)
}

async function runPgbench(program: string, { connection }: Vakt, sql: string): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-pgbench-'))
  try {
    const script = path.join(folder, 'statement.sql')
    await writeFile(script, `${sql.replaceAll(/\s+/g, ' ')};\n`)
    const { host, user, password, database } = connection
    const load = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      ...(isTrial ? ['-t', String(triedTransactions)] : ['-T', String(seconds)]),
      '-f',
      script,
    ]
    const child = spawn(program, ['-h', host, '-U', user, ...load, database], { env: { ...process.env, PGPASSWORD: password } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    await new Promise((resolve) => child.once('close', resolve))
    const rate = /tps = ([\d.]+)/.exec(output)?.[1]
    if (!rate) throw new Error(`pgbench did not measure anything: ${output}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runLoop({ connection }: Vakt, text: string): Promise<number> {
  const connected = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  const start = performance.now()
  let count = 0
  const isOver = () => (isTrial ? count >= clients * triedTransactions : performance.now() - start > seconds * 1000)
  await Promise.all(
    connected.map(async (client) => {
      for (; !isOver(); count += 1) await client.query({ name: 'bare', text })
      await client.end()
    }),
  )
  return (count * 1000) / (performance.now() - start)
}
