import { createHash, randomBytes } from 'node:crypto'
import { type EnrolmentToken, enrolmentTokenLimits, type NewEnrolmentToken } from '@vakt/contract/agents/agents.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { getEntity } from '#server/features/entities/get-entity.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  countEnrolmentTokens,
  type EnrolmentTokenRow,
  insertEnrolmentToken,
  markEnrolmentTokenRevoked,
  readEnrolmentTokenPage,
} from './enrolment-token-table.ts'

const hourMs = 3_600_000

const present = ({ createdKey: _, ...token }: EnrolmentTokenRow): EnrolmentToken => ({
  ...token,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
})

export async function listEnrolmentTokens(
  context: CallContext,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<EnrolmentToken>> {
  const { now } = context
  const rows = await inTransaction(context, customerId, (transaction) =>
    readEnrolmentTokenPage(transaction, customerId, { after, limit, now }),
  )
  const page = nextPage(rows, limit, ({ createdKey, enrolmentTokenId }) => [createdKey, enrolmentTokenId])
  return { ...page, rows: page.rows.map(present) }
}

/** The secret is in this answer only. */
export async function createEnrolmentToken(
  context: CallContext,
  customerId: string,
  wanted: NewEnrolmentToken,
): Promise<EnrolmentToken & { secret: string }> {
  const { now } = context
  const { uses, hours } = wanted
  const name = tidyLine(wanted.name)
  if (name === '') throw Invalid.field('name', 'The name cannot be empty.', 'agents.name_empty')
  const entityId = wanted.entityId === null ? null : (await getEntity(context, customerId, wanted.entityId)).entityId
  const secret = `vakt_enr_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(secret).digest()
  const expiresAt = new Date(now.getTime() + hours * hourMs)
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countEnrolmentTokens(transaction, customerId, now)) >= enrolmentTokenLimits.perCustomer)
      throw Conflict.field(
        '',
        `There are ${enrolmentTokenLimits.perCustomer} enrolment tokens already. Revoke one that is not used any more.`,
        'agents.too_many_tokens',
      )
    const token = { name, hash, ending: secret.slice(-4), entityId, uses, createdBy: nameOfActor(context.actor), now, expiresAt }
    const created = await insertEnrolmentToken(transaction, customerId, token)
    return { ...present(created), secret }
  })
}

export async function revokeEnrolmentToken(context: CallContext, customerId: string, id: string): Promise<undefined> {
  const enrolmentTokenId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const name = await markEnrolmentTokenRevoked(transaction, customerId, enrolmentTokenId, context.now)
    if (name === undefined) throw new NotFound()
    return { name }
  })
}
