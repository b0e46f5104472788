import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Log } from '#server/platform/log.ts'
import { insertCloudOps } from './demo-cloudops.ts'
import { customerRows, demoCustomers, nordan, roleRows, signInRuleRows } from './demo-customers.ts'
import { insertDashboards } from './demo-dashboards.ts'
import { demoIngestToken } from './demo-ingest-token.ts'
import { insertProcesses } from './demo-processes.ts'
import { insertServiceLevels } from './demo-service-levels.ts'
import { insertTeam } from './demo-team.ts'
import { insertHistory } from './insert-history.ts'
import { insertRows } from './insert-rows.ts'
import { planHistory } from './plan-history.ts'

/** New tokens are derived from the first of `masterSecrets`; what an earlier release made comes from one of the others. */
type Options = { database: Database; log: Log; masterSecrets: readonly string[]; progress: (text: string) => void }

async function isThereAlready(transaction: Transaction): Promise<boolean> {
  const ids = demoCustomers.map(({ customer_id }) => customer_id)
  const { rowCount } = await transaction.query('select from customer where customer_id = any($1)', [ids])
  return rowCount !== 0
}

async function wasRemoved(transaction: Transaction): Promise<boolean> {
  const { rowCount } = await transaction.query("select from installation_note where name = 'demo content removed'")
  return rowCount !== 0
}

async function wasRestored(transaction: Transaction): Promise<boolean> {
  const { rowCount } = await transaction.query("select from installation_note where name = 'backup-restored'")
  return rowCount !== 0
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The token of customer 1001 that is stored; null when it was revoked or removed. */
async function findStoredToken(transaction: Transaction, masterSecrets: readonly string[]): Promise<string | null> {
  for (const token of masterSecrets.map((secret) => demoIngestToken(secret, nordan))) {
    const { rowCount } = await transaction.query('select from ingest_token where token_hash = $1', [hashOf(token)])
    if (rowCount) return token
  }
  return null
}

const tokenRows = (masterSecret: string) =>
  demoCustomers.map(({ customer_id, isProvider, tokenName }) => ({
    token_id: randomUUID(),
    customer_id,
    is_provider: isProvider,
    name: tokenName,
    token_hash: `\\x${hashOf(demoIngestToken(masterSecret, customer_id)).toString('hex')}`,
    created_at: new Date().toISOString(),
  }))

/** Whether the demo content is still to be made. */
export const needsDemoContent = ({ worker }: Pick<Database, 'worker'>): Promise<boolean> =>
  workForAllCustomers(
    { pool: worker },
    async (transaction) => !((await wasRemoved(transaction)) || (await isThereAlready(transaction)) || (await wasRestored(transaction))),
  )

/** Makes the demo customers and all that belongs to them, unless one of them exists. Returns the ingest token of customer 1001, or null when someone removed the demo content or restored a backup without any. */
export async function makeDemoContent({ database, log, masterSecrets, progress }: Options): Promise<string | null> {
  const startedAt = performance.now()
  const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  return workForAllCustomers({ pool: database.worker }, async (transaction) => {
    // Two processes that start at once: the second waits here, and then finds everything made.
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    if (await wasRemoved(transaction)) return null
    if (await isThereAlready(transaction)) return findStoredToken(transaction, masterSecrets)
    // An empty data folder means a trial; a restored one is a real installation.
    if (await wasRestored(transaction)) return null
    progress('Making demo content')
    await insertRows(transaction, 'customer', customerRows)
    await insertRows(transaction, 'customer_role_feature', roleRows)
    await insertRows(transaction, 'customer_sign_in_rule', signInRuleRows)
    await insertRows(transaction, 'ingest_token', tokenRows(masterSecrets[0] ?? ''))
    await insertHistory(transaction, planHistory(now))
    await insertServiceLevels(transaction, new Date())
    await insertCloudOps(transaction, now)
    await insertTeam(transaction, now)
    await insertDashboards(transaction, now)
    await insertProcesses(transaction, now)
    log.info({ milliseconds: Math.round(performance.now() - startedAt) }, 'demo content made')
    return findStoredToken(transaction, masterSecrets)
  })
}
