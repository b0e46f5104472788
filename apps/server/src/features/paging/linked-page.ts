import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Pool } from 'pg'
import { presenting, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { hashOfLink } from './contact-person.ts'
import { type LinkedPage, readPersonForAllCustomers, readPresentedPage } from './page-table.ts'

export type { LinkedPage, PagedIncident } from './page-table.ts'
export {
  noteAcknowledged as noteLinkUsed,
  readPagedIncident as readPaged,
  readPageOfReplyForAllCustomers as findPageOfReply,
} from './page-table.ts'

const form = /^vakt_page_[A-Za-z0-9_-]{43}$/

/** The page whose mail had this link. */
export async function readLinkedPage(pool: Pool, token: string): Promise<LinkedPage | undefined> {
  if (!form.test(token)) return undefined
  const hash = hashOfLink(token)
  return presenting(pool, { page_hash: hash.toString('hex') }, (transaction) => readPresentedPage(transaction, hash))
}

/** Who was paged, while they are staff; undefined for someone who has left. */
export async function findPagedPerson(
  pool: Pool,
  { userId }: Pick<LinkedPage, 'userId'>,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const found = await readForAllCustomers({ pool, isStaff: true }, (transaction) =>
    readPersonForAllCustomers(transaction, userId, globalAdminRole),
  )
  return found && { userId, ...found }
}
