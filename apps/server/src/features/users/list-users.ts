import type { User } from '@vakt/contract/users.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { type AdministeredUser, readUserPage } from './administered-user-table.ts'

export const presentUser = ({ createdAt, lastSeenAt, ...user }: AdministeredUser): User => ({
  ...user,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

export async function listUsers(
  context: Context,
  customerId: string,
  { limit = 50, q }: { limit?: number; q?: string },
  after: readonly string[] | null,
): Promise<Listing<User>> {
  const rows = await inTransaction(context, customerId, (transaction) => readUserPage(transaction, customerId, { q, after, limit }))
  const page = nextPage(rows, limit, ({ name, userId }) => [name, userId])
  return { ...page, rows: page.rows.map(presentUser) }
}
