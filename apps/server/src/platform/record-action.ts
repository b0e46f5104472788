import type { Actor, Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transact.ts'

type Acting = Pick<Context, 'actor' | 'now' | 'requestId'>

/** `actor`, where it is not who acts otherwise. */
export type DoneAction = { customerId: string; action: string; target: string; details?: Record<string, unknown>; actor?: Actor }

/** Writes down who did what to which thing of a customer, in the transaction that does it. Details carry no secrets and no message text. */
export async function recordAction(
  transaction: Transaction,
  context: Acting,
  customerId: string,
  done: Omit<DoneAction, 'customerId'>,
): Promise<void> {
  await recordActions(transaction, context, [{ ...done, customerId }])
}

const changedBefore = 'and pg_current_xact_id_if_assigned() is not null'

function namesOf(actor: Actor): { type: string; id: string; name: string } {
  if (actor.type === 'user') return { type: actor.isServiceToken ? 'service-token' : 'user', id: actor.userId, name: actor.name }
  const { machine } = actor
  return machine ? { type: machine.kind, id: machine.id, name: machine.name } : { type: 'system', id: actor.job, name: 'Vakt' }
}

function columnsOf({ actor, now, requestId }: Acting, done: readonly DoneAction[]) {
  const actors = done.map((one) => namesOf(one.actor ?? actor))
  return [
    now,
    requestId,
    actors.map(({ type }) => type),
    actors.map(({ id }) => id),
    actors.map(({ name }) => name),
    done.map(({ customerId }) => customerId),
    done.map(({ action }) => action),
    done.map(({ target }) => target),
    done.map(({ details = {} }) => JSON.stringify(details)),
  ]
}

const insertOf = (condition: string) =>
  `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target, details, request_id)
   select customer_id, $1, actor_type, actor_id, actor_name, action, target, details, $2
   from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[]) with ordinality
     as d (actor_type, actor_id, actor_name, customer_id, action, target, details, position)
   where true ${condition} order by position`

/** As `recordAction`, for what one actor did to many things. */
export async function recordActions(transaction: Transaction, acting: Acting, done: readonly DoneAction[]): Promise<void> {
  if (done.length === 0) return
  await transaction.query({ name: 'record-actions', text: insertOf(''), values: columnsOf(acting, done) })
}

/** As `recordAction` where the transaction has changed something, else nothing is recorded. Returns whether it was. */
export async function recordChange(transaction: Transaction, acting: Acting, done: DoneAction): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'record-change',
    text: insertOf(changedBefore),
    values: columnsOf(acting, [done]),
  })
  return rowCount === 1
}
