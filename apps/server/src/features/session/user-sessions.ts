import type { UserSession } from '@vakt/contract/users/user-sessions.ts'
import { describeUserAgent } from '@vakt/domain/user-agent.ts'
import { becomeCustomer, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Forbidden, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import { type CallContext, type Caller, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  markOtherSessionsEnded,
  markOwnSessionEnded,
  markUserSessionEnded,
  readUserSessionPage,
  type UserSessionRow,
} from './user-session-table.ts'

/** Where someone is signed in is their own affair: neither a token that leaked nor staff who see with their eyes learn of it. */
function personOf({ caller }: CallContext): Caller {
  if (!caller) throw new NotSignedIn()
  if (caller.apiToken || caller.viewedBy) throw new Forbidden()
  return caller
}

const present = ({ signedInKey: _, userAgent, signedInAt, lastSeenAt, ...session }: UserSessionRow): UserSession => ({
  ...session,
  ...describeUserAgent(userAgent),
  signedInAt: signedInAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

export async function listUserSessions(
  context: CallContext,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<UserSession>> {
  const { customerId, userId, session } = personOf(context)
  const currentKey = session?.key ?? null
  const rows = await inTransaction(context, customerId, (transaction) =>
    readUserSessionPage(transaction, customerId, { userId, currentKey, after, limit }),
  )
  const page = nextPage(rows, limit, ({ signedInKey, sessionId }) => [signedInKey, sessionId])
  return { ...page, rows: page.rows.map(present) }
}

/** A session that ended is over at each customer of its user, whichever a browser shows. */
function announceEnd(transaction: Transaction, { customerId, userId, person }: Caller): void {
  for (const account of person?.accounts ?? [{ customerId, userId }]) announce(transaction, { type: 'session.ended', ...idsOf(account) })
}

const idsOf = ({ customerId, userId }: { customerId: string; userId: string }) => ({ customerId, userId })

export async function endUserSession(context: CallContext, id: string): Promise<undefined> {
  const caller = personOf(context)
  const { customerId, userId } = caller
  const sessionId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await markUserSessionEnded(transaction, customerId, { userId, sessionId, now: context.now }))) throw new NotFound()
    announceEnd(transaction, caller)
  })
}

/** Harmless to repeat. */
export async function endOtherSessions(context: CallContext): Promise<undefined> {
  const caller = personOf(context)
  const { customerId, userId, session, person } = caller
  await inTransaction(context, customerId, async (transaction) => {
    const currentKey = session?.key ?? null
    const count = await markOtherSessionsEnded(transaction, customerId, { userId, currentKey, now: context.now })
    const others = person?.accounts.filter((account) => account.userId !== userId) ?? []
    let countElsewhere = 0
    for (const other of others) {
      await becomeCustomer(transaction, other.customerId)
      countElsewhere += await markOtherSessionsEnded(transaction, other.customerId, { userId: other.userId, currentKey, now: context.now })
    }
    if (others.length > 0) await becomeCustomer(transaction, customerId)
    if (count + countElsewhere === 0) return
    await recordAction(transaction, context, customerId, { action: 'session.end-others', target: userId, details: { count } })
    announceEnd(transaction, caller)
  })
}

/** Harmless where there is no session to end. */
export async function endOwnSession(context: CallContext): Promise<undefined> {
  const caller = personOf(context)
  const { customerId, userId, session } = caller
  if (!session) return
  await inTransaction(context, customerId, async (transaction) => {
    const sessionId = await markOwnSessionEnded(transaction, customerId, { userId, currentKey: session.key, now: context.now })
    if (!sessionId) return
    await recordAction(transaction, context, customerId, { action: 'session.sign-out', target: sessionId })
    announceEnd(transaction, caller)
  })
}
