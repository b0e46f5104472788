import type { NewTicketView, TicketListChoice, TicketView, TicketViewChange } from '@vakt/contract/ticket-views.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StoredView = TicketView & { ownerId: string }

const selected = `view_id as "viewId", name, is_shared as "isShared", owner_id = $2 as "isOwn", owner_id as "ownerId", owner_name as owner, search`

/** The user's own and the shared ones, by name. */
export async function readViews(transaction: Transaction, customerId: string, userId: string): Promise<StoredView[]> {
  const { rows } = await transaction.query<StoredView>(
    `select ${selected} from ticket_view where customer_id = $1 and (owner_id = $2 or is_shared) order by is_shared, lower(name), view_id`,
    [customerId, userId],
  )
  return rows
}

/** Locked until the transaction ends; undefined also where it is somebody else's alone. */
export async function lockView(
  transaction: Transaction,
  customerId: string,
  userId: string,
  viewId: string,
): Promise<StoredView | undefined> {
  const { rows } = await transaction.query<StoredView>(
    `select ${selected} from ticket_view where customer_id = $1 and view_id = $3 and (owner_id = $2 or is_shared) for update`,
    [customerId, userId, viewId],
  )
  return rows[0]
}

/** Null where the user has as many as one may have. */
export async function insertView(
  transaction: Transaction,
  customerId: string,
  { view, owner, now, most }: { view: NewTicketView; owner: { userId: string; name: string }; now: Date; most: number },
): Promise<StoredView | null> {
  const { rows } = await transaction.query<StoredView>(
    `insert into ticket_view (customer_id, owner_id, owner_name, name, is_shared, search, created_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from ticket_view where customer_id = $1 and owner_id = $2) < $8
     returning ${selected}`,
    [customerId, owner.userId, owner.name, view.name.trim(), view.isShared, JSON.stringify(view.search), now, most],
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

export async function readListChoice(
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

export async function saveListChoice(
  transaction: Transaction,
  customerId: string,
  userId: string,
  choice: TicketListChoice,
): Promise<void> {
  await transaction.query(
    `insert into ticket_list_choice (customer_id, user_id, columns, default_view_id) values ($1, $2, $3, $4)
     on conflict (customer_id, user_id) do update set
       columns = case when $5 then excluded.columns else ticket_list_choice.columns end,
       default_view_id = case when $6 then excluded.default_view_id else ticket_list_choice.default_view_id end`,
    [
      customerId,
      userId,
      choice.columns ?? null,
      choice.defaultViewId ?? null,
      choice.columns !== undefined,
      choice.defaultViewId !== undefined,
    ],
  )
}
