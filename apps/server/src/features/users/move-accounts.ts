import { findProvider } from '#server/features/customers/find-provider.ts'
import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  allowMovesForAllCustomers,
  type MovingAccount,
  moveAccount,
  moveFurtherAccount,
  presentFurtherAccounts,
  readMovingAccountsForAllCustomers,
  readPresentedMove,
} from './moving-account-table.ts'

export type Move = { issuer: string; from: string | null }
export type { MovingAccount, MovingOutcome } from './moving-account-table.ts'

type Acting = Pick<Context, 'actor' | 'now' | 'requestId'>

/** What happens to each account of another identity provider, for who decides about it. */
export const previewMoves = (transaction: Transaction, move: Move): Promise<MovingAccount[]> =>
  readMovingAccountsForAllCustomers(transaction, move)

/** From now on each account that is matched by its address moves when its owner signs in. Returns how many. */
export async function allowMoves(transaction: Transaction, acting: Acting, move: Move): Promise<number> {
  const provider = await findProvider(transaction)
  if (!provider) throw Conflict.field('', 'This Vakt is not set up yet: there is no account to move.', 'set_up.open')
  const accounts = await allowMovesForAllCustomers(transaction, move)
  const details = { from: move.from, to: move.issuer, accounts }
  await recordAction(transaction, acting, provider.customerId, { action: 'user.allow-move', target: move.issuer, details })
  return accounts
}

type Identity = { issuer: string; subject: string; email: string; name: string }
export type FoundMove = { userId: string; customerId: string; issuer: string }

/** The account that may move to this identity. The transaction must present `issuer` and, as `moving_address`, an address that is proved. */
export const findMove = (
  transaction: Transaction,
  identity: Pick<Identity, 'issuer' | 'email'>,
  customerId: string | null,
): Promise<FoundMove | undefined> => readPresentedMove(transaction, { ...identity, customerId })

/** With those of the same person at further customers. The transaction must be that of the customer of the account. False where it has moved meanwhile. */
export async function takeMove(
  transaction: Transaction,
  { now, requestId }: Omit<Acting, 'actor'>,
  { userId, customerId, issuer: from }: FoundMove,
  { issuer, subject, email, name }: Identity,
): Promise<boolean> {
  const further = await presentFurtherAccounts(transaction, customerId, userId)
  if (!(await moveAccount(transaction, customerId, { userId, issuer, subject }))) return false
  for (const account of further) {
    await becomeCustomer(transaction, account.customerId)
    await moveFurtherAccount(transaction, account.customerId, { userId: account.userId, issuer, subject })
  }
  await becomeCustomer(transaction, customerId)
  const acting = { actor: { type: 'user' as const, userId, name, email }, now, requestId }
  await recordAction(transaction, acting, customerId, { action: 'user.move', target: userId, details: { from, to: issuer } })
  return true
}
