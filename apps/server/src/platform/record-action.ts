import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type DoneAction = { customerId: string; action: string; target: string; details?: Record<string, unknown> }

/** Writes down who did what to which thing of a customer, in the transaction that does it. Details carry no secrets and no message text. */
export async function recordAction(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  customerId: string,
  done: Omit<DoneAction, 'customerId'>,
): Promise<void> {
  await recordActions(transaction, context, [{ ...done, customerId }])
}

/** As `recordAction`, for what one actor did to many things. */
export async function recordActions(
  transaction: Transaction,
  { actor, now, requestId }: Pick<Context, 'actor' | 'now' | 'requestId'>,
  done: readonly DoneAction[],
): Promise<void> {
  if (done.length === 0) return
  await transaction.query({
    name: 'record-actions',
    text: `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target, details, request_id)
           select customer_id, $1, $2, $3, $4, action, target, details, $5
           from unnest($6::text[], $7::text[], $8::text[], $9::jsonb[]) with ordinality as d (customer_id, action, target, details, position)
           order by position`,
    values: [
      now,
      actor.type === 'user' && actor.isServiceToken ? 'service-token' : actor.type,
      actor.type === 'user' ? actor.userId : actor.job,
      actor.type === 'user' ? actor.name : 'Vakt',
      requestId,
      done.map(({ customerId }) => customerId),
      done.map(({ action }) => action),
      done.map(({ target }) => target),
      done.map(({ details = {} }) => JSON.stringify(details)),
    ],
  })
}
