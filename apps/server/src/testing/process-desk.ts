import { randomUUID } from 'node:crypto'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { processRunQueues } from '#server/features/process-runs/run-processes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { ports } from '#server/roles/ports.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { silentLog } from '#server/testing/test-database.ts'

/** Nothing is sent: everything goes to the outbox. */
export const runSettings = {
  origin: 'https://vakt.test',
  from: { name: 'Vakt', address: 'vakt@vakt.test' },
  isSending: false,
}

/** A process as its feature stores it. */
export async function createProcess(
  database: Database,
  customerId: string,
  {
    actions,
    entityId,
    name = `Process ${randomUUID()}`,
    rules = [],
  }: { actions: ProcessAction[]; entityId?: string; name?: string; rules?: string[] },
): Promise<{ processId: string; name: string }> {
  const processId = randomUUID()
  await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    await transaction.query(
      `insert into process (process_id, customer_id, name, entity_id, filter, all_rules, external_rules, created_at, modified_at)
       values ($1, $2, $3, $4, $6, $5::text[] = '{}', $5::text[], now(), now())`,
      [processId, customerId, name, entityId ?? null, rules, entityId ? null : JSON.stringify({ type: [], resourceGroup: [], tag: [] })],
    )
    await insertProcessVersion(transaction, { customerId, processId, name, version: 1, actions })
  })
  return { processId, name }
}

type Version = { customerId: string; processId: string; name: string; version: number; actions: ProcessAction[] }

async function insertProcessVersion(
  transaction: Parameters<Parameters<typeof workForAllCustomers>[1]>[0],
  { customerId, processId, name, version, actions }: Version,
): Promise<void> {
  await transaction.query(
    `insert into process_version (customer_id, process_id, version, change, at, actor_name, name, description, actions)
     values ($1, $2, $3, 'changed', now(), 'test', $4, '', $5)`,
    [customerId, processId, version, name, JSON.stringify(actions)],
  )
}

/** The next version of a process, as an edit makes it. */
export async function editProcess(database: Database, edited: Version): Promise<void> {
  await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    await insertProcessVersion(transaction, edited)
    await transaction.query('update process set version = $3 where customer_id = $1 and process_id = $2', [
      edited.customerId,
      edited.processId,
      edited.version,
    ])
  })
}

/** Takes every step of runs that is due so many minutes from now, by a clock that shows that time. */
export function takeSteps(database: Database, inMinutes = 0, phone?: PhoneSettings): Promise<number> {
  const now = new Date(Date.now() + inMinutes * 60_000 + 1000)
  const createContext = (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, ...clockAt(now), pool: database.worker },
    ...{ log: silentLog, ports, requestId: null, isStaff: false },
  })
  return workThrough(processRunQueues({ ...runSettings, ...(phone && { phone }) }), createContext, now)
}
