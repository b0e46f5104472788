import { decideHold } from '@vakt/domain/service-windows/decide-hold.ts'
import type { WindowHold } from '#server/features/incidents/incident-followers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertHolds, readCandidates, readCandidatesOf, writeRecovered } from './hold-table.ts'

export const findHolding: WindowHold['find'] = (transaction, customerId, ...asked) => findHoldingOf(transaction, [customerId], ...asked)

/** As `findHolding`, for alerts on the resources of several customers. */
export async function findHoldingOf(
  transaction: Transaction,
  customerIds: readonly string[],
  alerts: Parameters<WindowHold['find']>[2],
  clock: Parameters<WindowHold['find']>[3],
): ReturnType<WindowHold['find']> {
  const entityIds = [...new Set(alerts.flatMap(({ entityId }) => entityId ?? []))]
  if (entityIds.length === 0) return alerts.map(() => [])
  const [only] = customerIds
  const rows =
    only !== undefined && customerIds.length === 1
      ? await readCandidates(transaction, only, entityIds, clock)
      : await readCandidatesOf(transaction, customerIds, entityIds, clock)
  const now = rows[0]?.now.getTime() ?? 0
  const byEntity = Map.groupBy(
    rows.map((row) => ({
      ...row,
      startsAt: row.startsAt.getTime(),
      endsAt: row.endsAt.getTime(),
      approvedEndsAt: row.approvedEndsAt?.getTime() ?? null,
    })),
    ({ entityId }) => entityId,
  )
  return alerts.map(({ entityId, metricName }) => decideHold(metricName, byEntity.get(entityId ?? '') ?? [], now))
}

export const noteHolds: WindowHold['note'] = async (transaction, customerId, { held, recovered, now }) => {
  const holds = held.flatMap(({ alertId, holding, escalatedFrom }) =>
    holding.map(({ occurrenceId }) => ({ occurrenceId, alertId, escalatedFrom })),
  )
  await insertHolds(transaction, customerId, holds, now)
  if (recovered.length > 0) await writeRecovered(transaction, customerId, recovered, now)
}
