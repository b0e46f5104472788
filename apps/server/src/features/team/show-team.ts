import type { TeamMember } from '@vakt/contract/team.ts'
import { findOnDuty } from '#server/features/on-call/find-on-duty.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readPhotos, readShownTeam } from './team-table.ts'

const presentIds = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null)

/**
 * The provider's people for this customer. What is the provider's own, photos and who is on call, is read of those people only who are shown
 * to the customer.
 */
export async function showTeam({ pool, now }: Context, customerId: string): Promise<{ members: TeamMember[] }> {
  const shown = await inTransaction({ pool }, customerId, (transaction) => readShownTeam(transaction, customerId))
  if (!shown) return { members: [] }
  const { providerId, members } = shown
  const { photos, onDuty } = await inTransaction({ pool }, providerId, async (transaction) => ({
    photos: await readPhotos(transaction, providerId, presentIds(members.map(({ userId }) => userId))),
    onDuty: members.some(({ showsOnCall }) => showsOnCall) ? await findOnDuty(transaction, providerId, now) : new Map(),
  }))
  const idsOnDuty = new Set([...onDuty.values()].map(({ userId }) => userId))
  return {
    members: members.map(({ userId, showsOnCall, shownTo: _, version: __, ...member }) => ({
      ...member,
      photo: (userId && photos.get(userId)) ?? null,
      isOnCall: showsOnCall && userId !== null && idsOnDuty.has(userId),
    })),
  }
}
