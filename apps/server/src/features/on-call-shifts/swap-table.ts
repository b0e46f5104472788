import type { ShiftSwap } from '@vakt/contract/on-call/on-call-shifts.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type SwapRow = {
  swapId: string
  scheduleId: string
  schedule: string
  askerId: string
  askerName: string
  askedId: string
  askedName: string
  startsAt: Date
  endsAt: Date
  note: string
  state: ShiftSwap['state']
  askedAt: Date
  answeredAt: Date | null
}

const columns = `w.swap_id as "swapId", w.schedule_id as "scheduleId", s.name as schedule, w.asker_id as "askerId", a.name as "askerName",
  w.asked_id as "askedId", b.name as "askedName", w.starts_at as "startsAt", w.ends_at as "endsAt", w.note, w.state, w.asked_at as "askedAt",
  w.answered_at as "answeredAt"`
const from = `on_call_swap w join on_call_schedule s on s.customer_id = w.customer_id and s.schedule_id = w.schedule_id
  join app_user a on a.customer_id = w.customer_id and a.user_id = w.asker_id
  join app_user b on b.customer_id = w.customer_id and b.user_id = w.asked_id`

export async function insertSwap(
  transaction: Transaction,
  customerId: string,
  swap: { scheduleId: string; askerId: string; askedId: string; from: Date; to: Date; note: string; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ swapId: string }>(
    `insert into on_call_swap (customer_id, schedule_id, asker_id, asked_id, starts_at, ends_at, note, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning swap_id as "swapId"`,
    [customerId, swap.scheduleId, swap.askerId, swap.askedId, swap.from, swap.to, swap.note, swap.now],
  )
  return rows[0]?.swapId ?? ''
}

/** Those of a person: open ones that are not over first, then the newest. */
export async function readSwaps(
  transaction: Transaction,
  customerId: string,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<SwapRow[]> {
  const { rows } = await transaction.query<SwapRow>(
    `select ${columns} from ${from} where w.customer_id = $1 and (w.asker_id = $2 or w.asked_id = $2)
     order by (w.state = 'open' and w.ends_at > $3) desc, coalesce(w.answered_at, w.asked_at) desc, w.swap_id limit $4`,
    [customerId, userId, now, limit],
  )
  return rows
}

/** Locked until the transaction ends. */
export async function lockSwap(transaction: Transaction, customerId: string, swapId: string): Promise<SwapRow | undefined> {
  const { rows } = await transaction.query<SwapRow>(
    `select ${columns} from ${from} where w.customer_id = $1 and w.swap_id = $2 for update of w`,
    [customerId, swapId],
  )
  return rows[0]
}

export async function hasOpenSwap(
  transaction: Transaction,
  customerId: string,
  { scheduleId, askerId, from: begins, to }: { scheduleId: string; askerId: string; from: Date; to: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `select from on_call_swap where customer_id = $1 and schedule_id = $2 and asker_id = $3 and state = 'open' and starts_at < $5 and ends_at > $4`,
    [customerId, scheduleId, askerId, begins, to],
  )
  return (rowCount ?? 0) > 0
}

export async function writeAnswer(
  transaction: Transaction,
  customerId: string,
  { swapId, state, now }: { swapId: string; state: ShiftSwap['state']; now: Date },
): Promise<void> {
  await transaction.query('update on_call_swap set state = $3, answered_at = $4 where customer_id = $1 and swap_id = $2', [
    customerId,
    swapId,
    state,
    now,
  ])
}

/** Offers of a user, and to them, that are not answered. */
export async function withdrawSwapsOf(
  transaction: Transaction,
  customerId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await transaction.query(
    `update on_call_swap set state = 'withdrawn', answered_at = $3
     where customer_id = $1 and (asker_id = $2 or asked_id = $2) and state = 'open'`,
    [customerId, userId, now],
  )
}
