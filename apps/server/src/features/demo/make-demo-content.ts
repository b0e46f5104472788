import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Log } from '#server/platform/log.ts'
import { customerRows, demoCustomers, nordan, roleRows, signInRuleRows } from './demo-customers.ts'
import { demoIngestToken } from './demo-ingest-token.ts'
import { insertServiceLevels } from './demo-service-levels.ts'
import { insertHistory } from './insert-history.ts'
import { insertRows } from './insert-rows.ts'
import { planHistory } from './plan-history.ts'

type Options = { database: Database; log: Log; masterSecret: string; progress: (text: string) => void }

async function isThereAlready(transaction: Transaction): Promise<boolean> {
  const ids = demoCustomers.map(({ customer_id }) => customer_id)
  const { rowCount } = await transaction.query('select from customer where customer_id = any($1)', [ids])
  return rowCount !== 0
}

async function wasRemoved(transaction: Transaction): Promise<boolean> {
  const { rowCount } = await transaction.query("select from installation_note where name = 'demo content removed'")
  return rowCount !== 0
}

const tokenRows = (masterSecret: string) =>
  demoCustomers.map(({ customer_id, isProvider, tokenName }) => ({
    token_id: randomUUID(),
    customer_id,
    is_provider: isProvider,
    name: tokenName,
    token_hash: `\\x${createHash('sha256').update(demoIngestToken(masterSecret, customer_id)).digest('hex')}`,
    created_at: new Date().toISOString(),
  }))

/** Makes the demo customers and all that belongs to them, unless one of them exists. Returns the ingest token of customer 1001, or null when somebody removed the demo content. */
export async function makeDemoContent({ database, log, masterSecret, progress }: Options): Promise<string | null> {
  const startedAt = performance.now()
  const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const outcome = await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    // Two processes that start at once: the second waits here, and then finds everything made.
    await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo content'))")
    if (await wasRemoved(transaction)) return 'removed'
    if (await isThereAlready(transaction)) return 'kept'
    progress('Making demo content')
    await insertRows(transaction, 'customer', customerRows)
    await insertRows(transaction, 'customer_role_feature', roleRows)
    await insertRows(transaction, 'customer_sign_in_rule', signInRuleRows)
    await insertRows(transaction, 'ingest_token', tokenRows(masterSecret))
    await insertHistory(transaction, planHistory(now))
    await insertServiceLevels(transaction, new Date())
    return 'made'
  })
  if (outcome === 'removed') return null
  if (outcome === 'made') log.info({ milliseconds: Math.round(performance.now() - startedAt) }, 'demo content made')
  return demoIngestToken(masterSecret, nordan)
}
