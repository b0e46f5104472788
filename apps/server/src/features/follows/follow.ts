import type { FollowState } from '@vakt/contract/notifications/follows.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext, Caller } from '#server/platform/http/serve.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { deleteFollower, insertFollower, isThere, readFollowersForAllCustomers, readIsFollowing, type Target } from './follow-table.ts'

/** One user follows at most so many things of one customer. */
const maxFollowed = 500

/** What can be followed, as a path or body names it. */
export type Wanted = { kind: 'incident' | 'ticket' | 'entity'; id: string } | { kind: 'tag_group'; group: readonly string[] | undefined }

export function callerOf({ caller }: CallContext): Caller {
  if (!caller) throw new NotSignedIn()
  return caller
}

/** The group as it is stored: its tags, by the keys that the customer groups by now. */
async function groupTarget(transaction: Transaction, customerId: string, group: readonly string[]): Promise<string> {
  const keys = await readTagGroupKeys(transaction, customerId)
  if (group.length > keys.length)
    throw Invalid.field('group', `Resources are grouped by ${keys.length} tags here: give as many values or fewer.`, 'follow.group_deep')
  return JSON.stringify(group.map((value, index) => [keys[index], value === '' ? null : value]))
}

async function findTarget(transaction: Transaction, customerId: string, wanted: Wanted): Promise<Target> {
  const { kind } = wanted
  if (kind === 'tag_group') return { kind, target: await groupTarget(transaction, customerId, wanted.group ?? []) }
  const id = kind === 'entity' ? readUuid(wanted.id).toLowerCase() : readNumericId(wanted.id)
  if (!(await isThere(transaction, customerId, kind, id))) throw new NotFound()
  return { kind, target: id }
}

async function present(context: CallContext, customerId: string, target: Target, isFollowing: boolean): Promise<FollowState> {
  const followers = context.isStaff
    ? await readForAllCustomers(context, (transaction) => readFollowersForAllCustomers(transaction, customerId, target))
    : null
  return { isFollowing, followers }
}

export async function getFollow(context: CallContext, customerId: string, wanted: Wanted): Promise<FollowState> {
  const { userId } = callerOf(context)
  const { isFollowing, ...target } = await inTransaction(context, customerId, async (transaction) => {
    const found = await findTarget(transaction, customerId, wanted)
    return { ...found, isFollowing: await readIsFollowing(transaction, customerId, { ...found, userId }) }
  })
  return present(context, customerId, target, isFollowing)
}

/** Follows it, or stops; doing either twice changes nothing. */
export async function saveFollow(context: CallContext, customerId: string, wanted: Wanted, isFollowing: boolean): Promise<FollowState> {
  const caller = callerOf(context)
  const { userId } = caller
  const target = await inTransaction(context, customerId, async (transaction) => {
    const found = await findTarget(transaction, customerId, wanted)
    const was = await readIsFollowing(transaction, customerId, { ...found, userId })
    if (was === isFollowing) return found
    if (!isFollowing) await deleteFollower(transaction, customerId, { ...found, userId })
    else if (!(await insertFollower(transaction, customerId, { ...found, user: caller, now: context.now, max: maxFollowed })))
      throw Conflict.field('', `You follow ${maxFollowed} things here, the most there is. Stop following one first.`, 'follow.too_many')
    await recordAction(transaction, context, customerId, {
      action: isFollowing ? 'follow.start' : 'follow.stop',
      target: found.kind === 'ticket' ? `ticket ${found.target}` : found.kind,
      details: { kind: found.kind, target: found.target },
    })
    return found
  })
  return present(context, customerId, target, isFollowing)
}
