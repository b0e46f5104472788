import type { User } from '@vakt/contract/users/users.ts'
import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { type AdministeredUser, readAdministeredUser, readUserPage } from './administered-user-table.ts'

export const presentUser = ({ createdAt, lastSeenAt, ...user }: AdministeredUser): User => ({
  ...user,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

export async function listUsers(
  context: CallContext,
  customerId: string,
  { limit = 50, q }: { limit?: number; q?: string },
  after: readonly string[] | null,
): Promise<Listing<User>> {
  await requireAdministrator(context, customerId)
  const rows = await inTransaction(context, customerId, (transaction) => readUserPage(transaction, customerId, { q, after, limit }))
  const page = nextPage(rows, limit, ({ name, userId }) => [name, userId])
  return { ...page, rows: page.rows.map(presentUser) }
}

export async function getUser(context: CallContext, customerId: string, id: string): Promise<User> {
  await requireAdministrator(context, customerId)
  const userId = readUuid(id)
  const found = await inTransaction(context, customerId, (transaction) =>
    readAdministeredUser(transaction, customerId, userId, { lock: false }),
  )
  if (!found) throw new NotFound()
  return presentUser(found)
}
