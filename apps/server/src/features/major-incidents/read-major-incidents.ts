import type { MajorIncident, MajorIncidentDetails } from '@vakt/contract/incidents/major-incidents.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import {
  type MajorIncidentFilter,
  readMajorIncidentForAllCustomers,
  readMajorIncidentPageForAllCustomers,
  readPartsForAllCustomers,
  readUpdatesForAllCustomers,
} from './major-incident-table.ts'

type Times = { openedAt: Date; endedAt: Date | null; latestUpdate: MajorIncident['latestUpdate'] }

const withTimes = <T extends Times>({ openedAt, endedAt, latestUpdate, ...row }: T) => ({
  ...row,
  openedAt: openedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  latestUpdate: latestUpdate && { ...latestUpdate, at: new Date(latestUpdate.at).toISOString() },
})

export async function listMajorIncidents(
  context: Context,
  { limit = 50, ...filter }: MajorIncidentFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<MajorIncident>> {
  const rows = await readForAllCustomers(context, (transaction) =>
    readMajorIncidentPageForAllCustomers(transaction, { filter, after, limit }),
  )
  return nextPage(rows.map(withTimes), limit, ({ state, majorIncidentId }) => [String(state === 'open'), majorIncidentId])
}

export async function getMajorIncident(context: Context, id: string): Promise<MajorIncidentDetails> {
  const majorIncidentId = readNumericId(id)
  return readForAllCustomers(context, async (transaction) => {
    const found = await readMajorIncidentForAllCustomers(transaction, majorIncidentId)
    if (!found) throw new NotFound()
    const parts = await readPartsForAllCustomers(transaction, majorIncidentId)
    const updates = await readUpdatesForAllCustomers(transaction, majorIncidentId)
    return {
      ...withTimes(found),
      parts: parts.map(({ openedAt, ...part }) => ({ ...part, openedAt: openedAt.toISOString() })),
      updates: updates.map(({ at, ...update }) => ({ ...update, at: at.toISOString() })),
    }
  })
}
