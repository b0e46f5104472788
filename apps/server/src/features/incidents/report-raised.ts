import type { Severity } from '@vakt/contract/severity.ts'
import { isWorse } from '@vakt/domain/service-windows/held-escalation.ts'
import { noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { notifyFollowers } from './incident-followers.ts'
import { readOpenSeverities } from './incident-table.ts'

/** The window whose end raises incidents; `informedUserIds`: users whom the notice of its end tells already. */
export type RaisingWindow = { serviceWindowId: string; reason: string; informedUserIds: readonly string[] }

/** Reports open incidents that are still worse than what was reported, and returns them. */
export async function reportEscalations(
  transaction: Transaction,
  context: Context,
  customerId: string,
  held: readonly { incidentId: string; before: Severity }[],
): Promise<string[]> {
  if (held.length === 0) return []
  const before = new Map(held.map((one) => [one.incidentId, one.before]))
  const open = await readOpenSeverities(transaction, customerId, [...before.keys()])
  const worse = open.filter(({ incidentId, severity }) => isWorse(severity, before.get(incidentId) ?? severity))
  await notifyFollowers(transaction, context, customerId, 'escalated', worse)
  return worse.map(({ incidentId }) => incidentId)
}

/** Notes as one event what a window held and its end brings up, so that each user gets one notice of it. */
export async function noteRaised(
  transaction: Transaction,
  { actor, now }: Context,
  customerId: string,
  { window, opened, escalated }: { window: RaisingWindow; opened: readonly string[]; escalated: readonly string[] },
): Promise<void> {
  const [first] = [...opened, ...escalated]
  if (first === undefined) return
  const { serviceWindowId, reason, informedUserIds } = window
  await noteEvent(
    transaction,
    { customerId, actor, now },
    {
      ...{ topic: 'incident', kind: 'raised', subjectId: first },
      details: {
        window: { serviceWindowId, reason, informedUserIds: [...informedUserIds] },
        opened: [...opened],
        escalated: [...escalated],
      },
    },
  )
}
