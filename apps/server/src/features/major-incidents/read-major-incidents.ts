import type { MajorIncident, MajorIncidentDetails } from '@vakt/contract/major-incidents.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import {
  readMajorIncidentForAllCustomers,
  readMajorIncidentsForAllCustomers,
  readPartsForAllCustomers,
  readUpdatesForAllCustomers,
} from './major-incident-table.ts'

const withTimes = <T extends { openedAt: Date; endedAt: Date | null }>({ openedAt, endedAt, ...row }: T) => ({
  ...row,
  openedAt: openedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

export async function listMajorIncidents(context: Context): Promise<{ majorIncidents: MajorIncident[] }> {
  const rows = await readForAllCustomers(context, readMajorIncidentsForAllCustomers)
  return { majorIncidents: rows.map(withTimes) }
}

export async function getMajorIncident(context: Context, id: string): Promise<MajorIncidentDetails> {
  const majorIncidentId = readNumericId(id)
  return readForAllCustomers(context, async (transaction) => {
    const found = await readMajorIncidentForAllCustomers(transaction, majorIncidentId)
    if (!found) throw new NotFound()
    const parts = await readPartsForAllCustomers(transaction, majorIncidentId)
    const updates = await readUpdatesForAllCustomers(transaction, majorIncidentId)
    return { ...withTimes(found), parts, updates: updates.map(({ at, ...update }) => ({ ...update, at: at.toISOString() })) }
  })
}
