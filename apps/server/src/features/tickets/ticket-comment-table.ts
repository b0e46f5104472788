import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type LockedComment = {
  body: string
  private: boolean
  version: number
  isOwn: boolean
  /** Ids of those whom it names. */
  mentioned: string[]
  /** When the version that it has was written. */
  written: Date
}

export async function lockComment(
  transaction: Transaction,
  customerId: string,
  { ticketId, commentId, actor }: { ticketId: string; commentId: string; actor: Actor },
): Promise<LockedComment | undefined> {
  const { rows } = await transaction.query<LockedComment>(
    `select body, private, version, coalesce(author_type = 'user' and author_id = $4, false) as "isOwn",
       array(select m ->> 'userId' from jsonb_array_elements(mentions) m) as mentioned, coalesce(edited_at, created_at) as written
     from ticket_comment where customer_id = $1 and ticket_id = $2 and comment_id = $3 for update`,
    [customerId, ticketId, commentId, actor.type === 'user' ? actor.userId : null],
  )
  return rows[0]
}

/** Keeps what the comment said, and writes what it says from now on. */
export async function updateComment(
  transaction: Transaction,
  customerId: string,
  edit: {
    ticketId: string
    commentId: string
    before: LockedComment
    body: string
    mentions: { userId: string; name: string }[]
    now: Date
  },
): Promise<void> {
  const { ticketId, commentId, before, body, mentions, now } = edit
  await transaction.query(
    `insert into ticket_comment_version (customer_id, ticket_id, comment_id, version, body, written_at) values ($1, $2, $3, $4, $5, $6)`,
    [customerId, ticketId, commentId, before.version, before.body, before.written],
  )
  await transaction.query(
    `update ticket_comment set body = $4, system_message = null, mentions = $5, version = version + 1, edited_at = $6
     where customer_id = $1 and ticket_id = $2 and comment_id = $3`,
    [customerId, ticketId, commentId, body, JSON.stringify(mentions), now],
  )
}

/** Oldest first, the one of now last. Empty when there is no such comment, or it is private and the asker no staff. */
export async function readCommentVersions(
  transaction: Transaction,
  customerId: string,
  { ticketId, commentId, isStaff }: { ticketId: string; commentId: string; isStaff: boolean },
): Promise<{ version: number; body: string; written: Date }[]> {
  const { rows } = await transaction.query<{ version: number; body: string; written: Date }>(
    `with comment as (
       select * from ticket_comment where customer_id = $1 and ticket_id = $2 and comment_id = $3 and (not private or $4)
     )
     select v.version, v.body, v.written_at as written from comment c
       join ticket_comment_version v on v.customer_id = $1 and v.ticket_id = $2 and v.comment_id = c.comment_id
     union all
     select version, body, coalesce(edited_at, created_at) from comment
     order by version`,
    [customerId, ticketId, commentId, isStaff],
  )
  return rows
}
