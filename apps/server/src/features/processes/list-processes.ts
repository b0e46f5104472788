import type { Process, ProcessVersion } from '@vakt/contract/processes/processes.ts'
import type { ProcessOfCustomer } from '@vakt/contract/processes/processes-of-all.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { presentProcess } from './present-process.ts'
import {
  type ProcessFilterForAllCustomers,
  type ProcessListFilter,
  readProcessPage,
  readProcessPageForAllCustomers,
} from './process-list-table.ts'
import { type ProcessRow, readProcess } from './process-table.ts'
import { readVersions } from './process-version-table.ts'

export async function listProcesses(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: ProcessListFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Process>> {
  const rows = await inTransaction(context, customerId, (transaction) => readProcessPage(transaction, customerId, filter, { after, limit }))
  const page = nextPage(rows, limit, ({ nameKey, processModelId }) => [nameKey, processModelId])
  return { ...page, rows: page.rows.map(presentProcess) }
}

export async function listProcessesOfAllCustomers(
  context: Context,
  { limit = 50, ...query }: ProcessFilterForAllCustomers & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ProcessOfCustomer>> {
  const filter = await withCustomersOfGroups(context, query)
  const rows = await readForAllCustomers(context, (transaction) => readProcessPageForAllCustomers(transaction, filter, { after, limit }))
  const page = nextPage(rows, limit, ({ nameKey, processModelId }) => [nameKey, processModelId])
  return { ...page, rows: page.rows.map(({ customer, ...row }) => ({ ...presentProcess(row), customer })) }
}

/** Throws NotFound, also for a process that is deleted. */
export async function findProcess(transaction: Transaction, customerId: string, id: string): Promise<ProcessRow> {
  const process = await readProcess(transaction, customerId, readUuid(id))
  if (!process || process.removedAt) throw new NotFound()
  return process
}

export async function getProcess(context: Context, customerId: string, id: string): Promise<Process> {
  return presentProcess(await inTransaction(context, customerId, (transaction) => findProcess(transaction, customerId, id)))
}

export async function listProcessVersions(
  context: Context,
  customerId: string,
  id: string,
  { limit = 50, after }: { limit?: number; after: readonly string[] | null },
): Promise<Listing<ProcessVersion>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const { processModelId: processId } = await findProcess(transaction, customerId, id)
    return readVersions(transaction, customerId, { processId, before: after ? Number(after[0]) : null, limit })
  })
  const page = nextPage(rows, limit, ({ version }) => [String(version)])
  return { ...page, rows: page.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}
