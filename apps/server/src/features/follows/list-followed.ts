import type { FeatureKey } from '@vakt/contract/features.ts'
import { environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import type { Followed, FollowKind } from '@vakt/contract/notifications/follows.ts'
import { featuresElsewhere, featuresOf } from '@vakt/domain/access.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { callerOf } from './follow.ts'
import { type FollowedRow, readFollowed } from './follow-table.ts'

const maxListed = 500

const accessOf: Record<FollowKind, readonly FeatureKey[]> = {
  incident: overviewAccess,
  ticket: ticketAccess,
  entity: environmentAccess,
  tag_group: overviewAccess,
}

const groupOf = (target: string) => (JSON.parse(target) as [string, string | null][]).map(([key, value]) => ({ key, value }))

function presentRow({ target, rules: _, followedAt, ...row }: FollowedRow): Followed {
  const isGroup = row.kind === 'tag_group'
  return { ...row, id: isGroup ? null : target, group: isGroup ? groupOf(target) : null, followedAt: followedAt.toISOString() }
}

/** What the caller follows, without what they may not see any more. */
export async function listFollowed(context: CallContext): Promise<{ followed: Followed[] }> {
  const { userId, customerId, roles, ownRoles } = callerOf(context)
  const rows = context.isStaff
    ? await readForAllCustomers(context, (transaction) => readFollowed(transaction, userId, maxListed))
    : await inTransaction(context, customerId, (transaction) => readFollowed(transaction, userId, maxListed))
  const mayStillSee = ({ kind, rules }: FollowedRow) => {
    const features = (context.isStaff ? featuresElsewhere : featuresOf)({ roles, ownRoles }, rules)
    return accessOf[kind].some((key) => features.has(key))
  }
  return { followed: rows.filter(mayStillSee).map(presentRow) }
}
