import { endMutes, findMutes, type Mute } from '#server/features/follows/find-mutes.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { IncidentEvent } from './incident-topic.ts'

/** `ends`: the event is the escalation that ends the mute. */
export type Muting = { userIds: string[]; muteOf(userId: string, event: IncidentEvent): 'muted' | 'ends' | null }

const keyOf = (userId: string, { customerId, incidentId }: { customerId: string; incidentId: string }) =>
  `${userId} ${customerId} ${incidentId}`

/** Who has muted these incidents. An escalation since then ends a mute, for it and for what comes after it. */
export async function readMuting(transaction: Transaction, events: IncidentEvent[]): Promise<Muting> {
  const mutes = await findMutes(transaction, events)
  const escalations = events.filter(({ kind }) => kind === 'escalated')
  const endOf = ({ customerId, incidentId, mutedAt }: Mute) =>
    escalations.find((event) => event.customerId === customerId && event.incidentId === incidentId && event.at >= mutedAt)
  const known = new Map(mutes.map((mute) => [keyOf(mute.userId, mute), { mute, end: endOf(mute) }]))
  await endMutes(
    transaction,
    mutes.filter((mute) => endOf(mute)),
  )
  return {
    userIds: mutes.map(({ userId }) => userId),
    muteOf(userId, event) {
      const found = known.get(keyOf(userId, event))
      if (!found) return null
      const { mute, end } = found
      if (end === event) return 'ends'
      if (end && event.at >= end.at) return null
      return event.at >= mute.mutedAt && event.at < mute.until ? 'muted' : null
    },
  }
}
