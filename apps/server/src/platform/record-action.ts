import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Writes down who did what to which thing of a customer, in the transaction that does it. Details carry no secrets and no message text. */
export async function recordAction(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  customerId: string,
  done: { action: string; target: string; details?: Record<string, unknown> },
): Promise<void> {
  const { actor } = context
  await transaction.query({
    name: 'record-action',
    text: `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target, details, request_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      customerId,
      context.now,
      actor.type === 'user' && actor.isServiceToken ? 'service-token' : actor.type,
      actor.type === 'user' ? actor.userId : actor.job,
      actor.type === 'user' ? actor.name : 'Vakt',
      done.action,
      done.target,
      done.details ?? {},
      context.requestId,
    ],
  })
}
