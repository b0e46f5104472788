import type { DroppedPoints } from '@vakt/contract/agents/agent-configurations.ts'
import { countRefused, type PointOutcome } from '#server/features/metrics/write-points.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { type KnownAgent, writeDroppedPoints } from './agent-table.ts'

/** Keeps with the agent which of its points were not stored, so that its page says so; writes nothing where all were. */
export async function noteDroppedPoints(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  { customerId, agentId }: KnownAgent,
  entityId: string | null,
  outcome: PointOutcome,
): Promise<void> {
  const count = countRefused(outcome)
  if (count === 0) return
  await inTransaction({ pool }, customerId, async (transaction) => {
    const isNew = await writeDroppedPoints(transaction, customerId, agentId, { count, why: mainReasonOf(outcome), now })
    if (isNew && entityId !== null) announce(transaction, { type: 'agent-configuration.changed', customerId, entityId })
  })
}

/** Why most of them were not stored. */
function mainReasonOf(outcome: PointOutcome): DroppedPoints['why'] {
  const { tooOld, tooEarly, refused } = outcome
  const malformed = countRefused(outcome) - tooOld - tooEarly - refused
  const most = Math.max(tooOld, tooEarly, refused, malformed)
  if (most === malformed) return 'malformed'
  return most === refused ? 'series_limit' : most === tooEarly ? 'too_early' : 'too_old'
}
