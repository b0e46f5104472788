import type { ListChoice, ListKey, ListView, NewListView } from '@vakt/contract/list-views.ts'
import type { NewTicketView, TicketListChoice, TicketView, TicketViewChange } from '@vakt/contract/tickets/ticket-views.ts'
import { canAccess, isGlobalAdmin } from '@vakt/domain/access.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  deleteView,
  insertView,
  lockView,
  readListChoices,
  readTicketListChoice,
  readViews,
  type StoredView,
  saveListChoice,
  ticketList,
  updateView,
} from './list-view-table.ts'

const maxViews = 100

/** Where a view is kept: those of the tickets at the customer that is looked at, those of other lists at the user's own. */
type Place = { customerId: string; ofTickets: boolean }
const ticketsOf = (customerId: string): Place => ({ customerId, ofTickets: true })
const otherListsOf = (context: CallContext): Place => ({ customerId: callerOf(context).customerId, ofTickets: false })

function callerOf(context: CallContext) {
  if (!context.caller) throw new NotSignedIn()
  return context.caller
}

function requireSharing(context: CallContext): void {
  const caller = callerOf(context)
  const needed = ['@feature.tickets.write'] as const
  const isWriter = caller.apiToken?.isService ? context.isStaff : isGlobalAdmin(caller)
  if (!isWriter && !canAccess(caller, needed)) throw new Forbidden(needed)
}

const presentTicketView = ({ ownerId: _, list: __, ...view }: StoredView): TicketView => view
const presentListView = ({ ownerId: _, list, ...view }: StoredView): ListView => ({ ...view, list: list as ListKey })

export async function listTicketViews(context: CallContext, customerId: string) {
  const { userId } = callerOf(context)
  return inTransaction(context, customerId, async (transaction) => {
    const views = (await readViews(transaction, customerId, { userId, ofTickets: true })).map(presentTicketView)
    const { columns, defaultViewId } = await readTicketListChoice(transaction, customerId, userId)
    // A view that is not shared any more is no one else's to start with.
    return { views, columns, defaultViewId: views.some(({ viewId }) => viewId === defaultViewId) ? defaultViewId : null }
  })
}

/** Views and choices of every other list. */
export async function readListViews(context: CallContext) {
  const { userId, customerId } = callerOf(context)
  return inTransaction(context, customerId, async (transaction) => {
    const views = (await readViews(transaction, customerId, { userId, ofTickets: false })).map(presentListView)
    const stored = await readListChoices(transaction, customerId, userId)
    const isSeen = (viewId: string | null) => views.some((view) => view.viewId === viewId)
    return {
      views,
      choices: stored.map((choice) => ({ ...choice, defaultViewId: isSeen(choice.defaultViewId) ? choice.defaultViewId : null })),
    }
  })
}

type NewView<View> = { list: string; view: NewTicketView; present: (view: StoredView) => View }

async function createView<View>(context: CallContext, { customerId }: Place, { list, view, present }: NewView<View>): Promise<View> {
  const { userId, name } = callerOf(context)
  if (view.isShared) requireSharing(context)
  return inTransaction(context, customerId, async (transaction) => {
    const created = await insertView(transaction, customerId, { list, view, owner: { userId, name }, now: context.now, max: maxViews })
    if (!created) throw Conflict.field('', `No one keeps more than ${maxViews} saved filters. Remove one first.`, 'ticket_view.too_many')
    return present(created)
  })
}

export const createTicketView = (context: CallContext, customerId: string, view: NewTicketView): Promise<TicketView> =>
  createView(context, ticketsOf(customerId), { list: ticketList, view, present: presentTicketView })

export const createListView = (context: CallContext, { list, ...view }: NewListView): Promise<ListView> =>
  createView(context, otherListsOf(context), { list, view, present: presentListView })

async function lockOwnView(transaction: Transaction, context: CallContext, place: Place, id: string): Promise<StoredView> {
  const { customerId, ofTickets } = place
  const view = await lockView(transaction, customerId, { userId: callerOf(context).userId, viewId: readUuid(id), ofTickets })
  if (!view) throw new NotFound()
  if (!view.isOwn) requireSharing(context)
  return view
}

async function changeView(context: CallContext, place: Place, id: string, change: TicketViewChange): Promise<StoredView> {
  if (change.isShared) requireSharing(context)
  return inTransaction(context, place.customerId, async (transaction) => {
    const { viewId } = await lockOwnView(transaction, context, place, id)
    const changed = await updateView(transaction, place.customerId, { viewId, userId: callerOf(context).userId, change })
    if (!changed) throw new NotFound()
    return changed
  })
}

export const changeTicketView = async (context: CallContext, customerId: string, id: string, change: TicketViewChange) =>
  presentTicketView(await changeView(context, ticketsOf(customerId), id, change))

export const changeListView = async (context: CallContext, id: string, change: TicketViewChange) =>
  presentListView(await changeView(context, otherListsOf(context), id, change))

async function removeView(context: CallContext, place: Place, id: string): Promise<undefined> {
  await inTransaction(context, place.customerId, async (transaction) => {
    const view = await lockOwnView(transaction, context, place, id)
    await deleteView(transaction, place.customerId, view.viewId)
    return view
  })
}

export const removeTicketView = (context: CallContext, customerId: string, id: string) => removeView(context, ticketsOf(customerId), id)
export const removeListView = (context: CallContext, id: string) => removeView(context, otherListsOf(context), id)

/** How a user likes their own list concerns no one else: it is not recorded. */
async function saveChoice(context: CallContext, place: Place, list: string, choice: TicketListChoice): Promise<undefined> {
  const { userId } = callerOf(context)
  const { customerId, ofTickets } = place
  await inTransaction(context, customerId, async (transaction) => {
    const { defaultViewId: viewId } = choice
    const view = viewId ? await lockView(transaction, customerId, { userId, viewId, ofTickets }) : undefined
    if (viewId && view?.list !== list) throw new NotFound()
    await saveListChoice(transaction, customerId, { userId, list, choice })
  })
}

export const saveTicketListChoice = (context: CallContext, customerId: string, choice: TicketListChoice) =>
  saveChoice(context, ticketsOf(customerId), ticketList, choice)

export const saveChoiceOfList = (context: CallContext, { list, ...choice }: ListChoice) =>
  saveChoice(context, otherListsOf(context), list, choice)
