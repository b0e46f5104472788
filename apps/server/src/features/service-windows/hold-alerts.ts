import type { Severity } from '@vakt/contract/severity.ts'
import { type Candidate, decideHold } from '@vakt/domain/service-windows/decide-hold.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertHolds, readCandidates, writeRecovered } from './hold-table.ts'

/** An occurrence that holds an alert. */
export type Holding = Candidate

type Fired = { entityId: string | null; metricName: string | null }

/**
 * For each alert the occurrences that hold it now, by the clock of the database, the one that ends last first. Those about no known entity are held
 * by none.
 */
export async function findHolding(
  transaction: Transaction,
  customerId: string,
  alerts: readonly Fired[],
  clock: DatabaseClock,
): Promise<Holding[][]> {
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

/** `escalatedFrom`: it made its incident worse, whose severity was this before; null: the alert itself is held. */
type Held = { alertId: string; holding: readonly Holding[]; escalatedFrom: Severity | null }

/** Lists alerts in the occurrences that hold them, and marks those that recovered. In the transaction that stores them. */
export async function noteHolds(
  transaction: Transaction,
  customerId: string,
  { held, recovered, now }: { held: readonly Held[]; recovered: readonly string[]; now: Date },
): Promise<void> {
  const holds = held.flatMap(({ alertId, holding, escalatedFrom }) =>
    holding.map(({ occurrenceId }) => ({ occurrenceId, alertId, escalatedFrom })),
  )
  await insertHolds(transaction, customerId, holds, now)
  if (recovered.length > 0) await writeRecovered(transaction, customerId, recovered, now)
}
