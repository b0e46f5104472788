import type { NewTicketView, TicketListChoice, TicketView, TicketViewChange } from '@vakt/contract/ticket-views.ts'
import { canAccess } from '@vakt/domain/access.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  deleteView,
  insertView,
  lockView,
  readListChoice,
  readViews,
  type StoredView,
  saveListChoice,
  updateView,
} from './ticket-view-table.ts'

const mostViews = 100

function callerOf(context: CallContext) {
  if (!context.caller) throw new NotSignedIn()
  return context.caller
}

function requireSharing(context: CallContext): void {
  const { roles, features } = callerOf(context)
  const needed = ['@feature.tickets.write'] as const
  if (!context.isStaff && !canAccess({ roles, features }, needed)) throw new Forbidden(needed)
}

const present = ({ ownerId: _, ...view }: StoredView): TicketView => view

export async function listTicketViews(context: CallContext, customerId: string) {
  const { userId } = callerOf(context)
  return inTransaction(context, customerId, async (transaction) => {
    const views = (await readViews(transaction, customerId, userId)).map(present)
    const { columns, defaultViewId } = await readListChoice(transaction, customerId, userId)
    // A view that is not shared any more is nobody else's to start with.
    return { views, columns, defaultViewId: views.some(({ viewId }) => viewId === defaultViewId) ? defaultViewId : null }
  })
}

export async function createTicketView(context: CallContext, customerId: string, view: NewTicketView): Promise<TicketView> {
  const { userId, name } = callerOf(context)
  if (view.isShared) requireSharing(context)
  return inTransaction(context, customerId, async (transaction) => {
    const created = await insertView(transaction, customerId, { view, owner: { userId, name }, now: context.now, most: mostViews })
    if (!created) throw Conflict.field('', `Nobody keeps more than ${mostViews} saved filters. Remove one first.`, 'ticket_view.too_many')
    await noteView(transaction, context, customerId, 'create', created)
    return present(created)
  })
}

async function lockOwnView(transaction: Transaction, context: CallContext, customerId: string, id: string): Promise<StoredView> {
  const view = await lockView(transaction, customerId, callerOf(context).userId, readUuid(id))
  if (!view) throw new NotFound()
  if (!view.isOwn) requireSharing(context)
  return view
}

const noteView = (
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  what: 'create' | 'change' | 'remove',
  view: StoredView,
) =>
  recordAction(transaction, context, customerId, {
    action: `ticket-view.${what}`,
    target: `ticket-view ${view.viewId}`,
    details: { name: view.name, shared: view.isShared },
  })

export async function changeTicketView(
  context: CallContext,
  customerId: string,
  id: string,
  change: TicketViewChange,
): Promise<TicketView> {
  if (change.isShared) requireSharing(context)
  return inTransaction(context, customerId, async (transaction) => {
    const { viewId } = await lockOwnView(transaction, context, customerId, id)
    const changed = await updateView(transaction, customerId, { viewId, userId: callerOf(context).userId, change })
    if (!changed) throw new NotFound()
    await noteView(transaction, context, customerId, 'change', changed)
    return present(changed)
  })
}

export async function removeTicketView(context: CallContext, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const view = await lockOwnView(transaction, context, customerId, id)
    await deleteView(transaction, customerId, view.viewId)
    await noteView(transaction, context, customerId, 'remove', view)
  })
}

/** How somebody likes their own list is nobody's to know: it is not recorded. */
export async function saveTicketListChoice(context: CallContext, customerId: string, choice: TicketListChoice): Promise<undefined> {
  const { userId } = callerOf(context)
  await inTransaction(context, customerId, async (transaction) => {
    const { defaultViewId } = choice
    if (defaultViewId && !(await lockView(transaction, customerId, userId, defaultViewId))) throw new NotFound()
    await saveListChoice(transaction, customerId, userId, choice)
  })
}
