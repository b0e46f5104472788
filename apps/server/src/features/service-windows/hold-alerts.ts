import { decideHold } from '@vakt/domain/service-windows/decide-hold.ts'
import type { WindowHold } from '#server/features/incidents/incident-followers.ts'
import { insertHolds, readCandidates, writeRecovered } from './hold-table.ts'

export const findHolding: WindowHold['find'] = async (transaction, customerId, alerts, clock) => {
  const entityIds = [...new Set(alerts.flatMap(({ entityId }) => entityId ?? []))]
  if (entityIds.length === 0) return alerts.map(() => [])
  const rows = await readCandidates(transaction, customerId, entityIds, clock)
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
