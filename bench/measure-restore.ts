import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import type { Figure } from './figures.ts'
import { makeTickets, ticketCount } from './make-tickets.ts'
import type { Vakt } from './start-vakt.ts'

const inSeconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** A backup of many tickets while Vakt runs, and its restore into a new embedded database: `TICKETS=1000000` for the documented figure. */
export async function measureRestore(vakt: Vakt): Promise<Figure[]> {
  await makeTickets(vakt.owner)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-restore-'))
  await chmod(folder, 0o755)
  const file = path.join(folder, 'vakt.tar.gz')
  try {
    const backup = await inSeconds(() => writeBackup({ owner: vakt.connection, file }))
    const target = await startEmbeddedPostgres({ directory: path.join(folder, 'data') })
    const owner = target.connection
    const steps: string[] = []
    const start = performance.now()
    const restore = await inSeconds(() =>
      restoreBackup({
        owner,
        file,
        keys: null,
        putObject: async () => {},
        onProgress: (step) => steps.push(`${step} at ${((performance.now() - start) / 1000).toFixed(0)} s`),
      }),
    )
    process.stdout.write(`${steps.join(', ')}\n`)
    const client = new pg.Client(owner)
    await client.connect()
    const { rows } = await client.query('select pg_database_size(current_database())::float8 / 1e6 as size')
    await client.end()
    await target.stop()
    return [
      { name: 'tickets in the backup', unit: '', values: [ticketCount] },
      { name: 'database', unit: 'MB', values: [rows[0].size] },
      { name: 'file of the backup', unit: 'MB', values: [(await stat(file)).size / 1e6] },
      { name: 'backup while Vakt runs', unit: 's', values: [backup] },
      { name: 'restore', unit: 's', values: [restore] },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
