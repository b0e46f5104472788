import type { FollowKind } from '@vakt/contract/notifications/follows.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { deleteFollowersOf } from './follow-table.ts'

/** Of what was removed: no one follows it any more. */
export async function removeFollowers(
  transaction: Transaction,
  customerId: string,
  kind: FollowKind,
  targets: readonly string[],
): Promise<void> {
  if (targets.length > 0) await deleteFollowersOf(transaction, customerId, { kind, targets })
}
