import type { StoredListChoice } from '@vakt/contract/list-views.ts'
import type { NewTicketView, TicketListChoice, TicketView, TicketViewChange } from '@vakt/contract/tickets/ticket-views.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StoredView = TicketView & { ownerId: string; list: string }

/** Views of the list of tickets, which each customer has of its own, are kept under this key. */
export const ticketList = 'tickets'

const selected = `view_id as "viewId", list, name, is_shared as "isShared", owner_id = $2 as "isOwn", owner_id as "ownerId",
  owner_name as owner, search`

/** The user's own and the shared ones, by name: those of the tickets, or those of all other lists. */
export async function readViews(
  transaction: Transaction,
  customerId: string,
  { userId, ofTickets }: { userId: string; ofTickets: boolean },
): Promise<StoredView[]> {
  const { rows } = await transaction.query<StoredView>(
    `select ${selected} from ticket_view
     where customer_id = $1 and (owner_id = $2 or is_shared) and (list = '${ticketList}') = $3 order by is_shared, lower(name), view_id`,
    [customerId, userId, ofTickets],
  )
  return rows
}

export type NamedView = { userId: string; viewId: string; ofTickets: boolean }

/** Locked until the transaction ends; undefined also where it is another user's alone. */
export async function lockView(
  transaction: Transaction,
  customerId: string,
  { userId, viewId, ofTickets }: NamedView,
): Promise<StoredView | undefined> {
  const { rows } = await transaction.query<StoredView>(
    `select ${selected} from ticket_view
     where customer_id = $1 and view_id = $3 and (owner_id = $2 or is_shared) and (list = '${ticketList}') = $4 for update`,
    [customerId, userId, viewId, ofTickets],
  )
  return rows[0]
}

type NewView = { list: string; view: NewTicketView; owner: { userId: string; name: string }; now: Date; max: number }

/** Null where the user has as many of the list as one may have. */
export async function insertView(
  transaction: Transaction,
  customerId: string,
  { list, view, owner, now, max }: NewView,
): Promise<StoredView | null> {
  const { rows } = await transaction.query<StoredView>(
    `insert into ticket_view (customer_id, owner_id, owner_name, name, is_shared, search, created_at, list)
     select $1, $2, $3, $4, $5, $6, $7, $9
     where (select count(*) from ticket_view where customer_id = $1 and owner_id = $2 and list = $9) < $8
     returning ${selected}`,
    [customerId, owner.userId, owner.name, view.name.trim(), view.isShared, JSON.stringify(view.search), now, max, list],
  )
  return rows[0] ?? null
}

export async function updateView(
  transaction: Transaction,
  customerId: string,
  { viewId, userId, change }: { viewId: string; userId: string; change: TicketViewChange },
): Promise<StoredView | undefined> {
  const { rows } = await transaction.query<StoredView>(
    `update ticket_view set name = coalesce($4, name), is_shared = coalesce($5, is_shared), search = coalesce($6, search)
     where customer_id = $1 and view_id = $3 returning ${selected}`,
    [customerId, userId, viewId, change.name?.trim(), change.isShared, change.search && JSON.stringify(change.search)],
  )
  return rows[0]
}

export async function deleteView(transaction: Transaction, customerId: string, viewId: string): Promise<void> {
  await transaction.query('delete from ticket_view where customer_id = $1 and view_id = $2', [customerId, viewId])
}

/** What the user chose for the list of tickets of this customer. */
export async function readTicketListChoice(
  transaction: Transaction,
  customerId: string,
  userId: string,
): Promise<{ columns: string[] | null; defaultViewId: string | null }> {
  const { rows } = await transaction.query<{ columns: string[] | null; defaultViewId: string | null }>(
    'select columns, default_view_id as "defaultViewId" from ticket_list_choice where customer_id = $1 and user_id = $2',
    [customerId, userId],
  )
  return rows[0] ?? { columns: null, defaultViewId: null }
}

/** What the user chose for each of the other lists. */
export async function readListChoices(transaction: Transaction, customerId: string, userId: string): Promise<StoredListChoice[]> {
  const { rows } = await transaction.query<StoredListChoice>(
    'select list, columns, default_view_id as "defaultViewId" from list_choice where customer_id = $1 and user_id = $2 order by list',
    [customerId, userId],
  )
  return rows
}

type SavedChoice = { userId: string; list: string; choice: TicketListChoice }

/** What is left out of the choice stays as it is. */
export async function saveListChoice(transaction: Transaction, customerId: string, { userId, list, choice }: SavedChoice): Promise<void> {
  const { columns, defaultViewId } = choice
  const chosen = [customerId, userId, columns ?? null, defaultViewId ?? null, columns !== undefined, defaultViewId !== undefined]
  const [table, key, given] = list === ticketList ? ['ticket_list_choice', '', ''] : ['list_choice', ', list', ', $7']
  await transaction.query(
    `insert into ${table} (customer_id, user_id, columns, default_view_id${key}) values ($1, $2, $3, $4${given})
     on conflict (customer_id, user_id${key}) do update set
       columns = case when $5 then excluded.columns else ${table}.columns end,
       default_view_id = case when $6 then excluded.default_view_id else ${table}.default_view_id end`,
    list === ticketList ? chosen : [...chosen, list],
  )
}

/** The saved views of one user, the shared ones included, become another's. */
export async function reassignViews(
  transaction: Transaction,
  customerId: string,
  { from, to }: { from: string; to: { userId: string; name: string } },
): Promise<void> {
  await transaction.query('update ticket_view set owner_id = $3, owner_name = $4 where customer_id = $1 and owner_id = $2', [
    customerId,
    from,
    to.userId,
    to.name,
  ])
}
