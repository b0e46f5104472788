import type { HeldAlert } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { approvalOfOccurrence, heldUntil } from './extension-sql.ts'

/** An occurrence as the contract has it, with dates instead of texts. */
export type ListedOccurrence = Omit<WindowOccurrence, 'startsAt' | 'endsAt' | 'plannedEndsAt' | 'askedUntil'> & {
  startsAt: Date
  endsAt: Date
  plannedEndsAt: Date
  askedUntil: Date | null
}

/** One that went by without ever holding, because it was not approved, was cancelled. */
export const selectedOccurrence = (now: string) => `
  select o.occurrence_id::text as "occurrenceId", o.window_id as "serviceWindowId", w.reason, o.starts_at as "startsAt", 
    ${heldUntil} as "endsAt",
    o.planned_ends_at as "plannedEndsAt",
    case when w.approval = 'waiting' and o.approved_ends_at is not null and o.ends_at > ${now} and o.settled_at is null then o.ends_at
      end as "askedUntil",
    case
      when o.starts_at > ${now} or (o.ends_at > ${now} and o.settled_at is null) then
        case when a.approval = 'refused' then 'cancelled'
          when a.approval = 'waiting' and (o.starts_at <= ${now} and o.approved_ends_at > ${now}) is not true then 'awaiting-approval'
          when o.starts_at > ${now} then 'planned' else 'ongoing' end
      when o.started_at is null and a.approval in ('waiting', 'refused') then 'cancelled' else 'ended' end as state,
    h.held, h.raised, h."stillHeld"
  from service_window_occurrence o
  join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
  cross join lateral (select ${approvalOfOccurrence} as approval) a
  cross join lateral (
    select count(*)::int as held, (count(*) filter (where outcome = 'raised' or earlier @> '[{"outcome": "raised"}]'))::int as raised,
      (count(*) filter (where outcome = 'held'))::int as "stillHeld"
    from service_window_hold h where h.customer_id = o.customer_id and h.occurrence_id = o.occurrence_id
  ) h`

/** Found once, not for each occurrence: so their occurrences are read by the index of each window. */
const coversEntity = (entity: string) => `o.window_id = any (array(
  select t.window_id from entity e join service_window_target t on t.customer_id = e.customer_id and t.key = any (service_window_keys(e))
  where e.customer_id = $1 and e.entity_id = ${entity}))`

type Between = { from: Date; to: Date; entityId: string | null; now: Date; limit: number }

/** The occurrences that touch the time between two moments, by their starts; those of a window that is disabled only where they have begun. */
export async function readTimeline(
  transaction: Transaction,
  customerId: string,
  { from, to, entityId, now, limit }: Between,
): Promise<ListedOccurrence[]> {
  const { rows } = await transaction.query<ListedOccurrence>(
    // None lasts longer than 30 days: so the index of the starts bounds both sides.
    `${selectedOccurrence('$4')} where o.customer_id = $1 and o.starts_at < $3 and o.starts_at > $2::timestamptz - interval '31 days' and o.ends_at > $2
       ${entityId ? `and ${coversEntity('$6')}` : ''}
     order by o.starts_at, o.occurrence_id limit $5`,
    [customerId, from, to, now, limit, ...(entityId ? [entityId] : [])],
  )
  return rows
}

type At = { entityId: string | null; now: Date }
const holds = "w.enabled and (coalesce(a.approval, 'approved') = 'approved' or a.approval = 'waiting' and o.approved_ends_at > $2)"

/** What holds now, and the first of what will. */
export async function readCurrent(
  transaction: Transaction,
  customerId: string,
  { entityId, now }: At,
): Promise<{ ongoing: ListedOccurrence[]; next: ListedOccurrence | null; awaitingApproval: number; heldAlerts: number }> {
  const ofEntity = entityId ? `and ${coversEntity('$3')}` : ''
  const values = [customerId, now, ...(entityId ? [entityId] : [])]
  const ongoing = await transaction.query<ListedOccurrence>(
    `${selectedOccurrence('$2')} where o.customer_id = $1 and o.starts_at <= $2 and o.starts_at > $2::timestamptz - interval '31 days' and o.ends_at > $2
       and o.settled_at is null and ${holds} ${ofEntity}
     order by o.ends_at desc, o.occurrence_id limit 200`,
    values,
  )
  const next = await transaction.query<ListedOccurrence>(
    `${selectedOccurrence('$2')} where o.customer_id = $1 and o.starts_at > $2 and ${holds} ${ofEntity} order by o.starts_at, o.occurrence_id limit 1`,
    values,
  )
  const counts = await transaction.query<{ awaitingApproval: number; heldAlerts: number }>(
    `select (select count(*)::int from service_window w where w.customer_id = $1 and w.enabled and w.approval = 'waiting'
         and (w.ends_at is null or w.ends_at > $2)) as "awaitingApproval",
       (select count(distinct h.alert_id)::int from service_window_hold h join alert a on a.customer_id = h.customer_id and a.alert_id = h.alert_id
         where h.customer_id = $1 and h.outcome = 'held' and a.incident_id is null and ($3::uuid is null or a.entity_id = $3)) as "heldAlerts"`,
    [customerId, now, entityId],
  )
  return { ongoing: ongoing.rows, next: next.rows[0] ?? null, ...(counts.rows[0] ?? { awaitingApproval: 0, heldAlerts: 0 }) }
}

type OfWindow = { windowId: string; now: Date }

/** Those that have begun, the latest first; one more than the limit. */
export async function readBegun(
  transaction: Transaction,
  customerId: string,
  { windowId, now, before, limit }: OfWindow & { before: string | null; limit: number },
): Promise<ListedOccurrence[]> {
  const { rows } = await transaction.query<ListedOccurrence>(
    `${selectedOccurrence('$3')} where o.customer_id = $1 and o.window_id = $2 and o.starts_at <= $3 and ($4::timestamptz is null or o.starts_at < $4)
     order by o.starts_at desc limit $5`,
    [customerId, windowId, now, before, limit + 1],
  )
  return rows
}

export async function readOccurrence(
  transaction: Transaction,
  customerId: string,
  { windowId, now, occurrenceId }: OfWindow & { occurrenceId: string },
): Promise<ListedOccurrence | undefined> {
  const { rows } = await transaction.query<ListedOccurrence>(
    `${selectedOccurrence('$3')} where o.customer_id = $1 and o.window_id = $2 and o.occurrence_id = $4`,
    [customerId, windowId, now, occurrenceId],
  )
  return rows[0]
}

export type HeldRow = Omit<HeldAlert, 'heldAt' | 'outcomeAt'> & { heldAt: Date; outcomeAt: Date | null }

/** What an occurrence held, each time that it did, in the order in which it began to; one more than the limit. */
export async function readHeld(
  transaction: Transaction,
  customerId: string,
  { occurrenceId, after, limit }: { occurrenceId: string; after: readonly string[] | null; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await transaction.query<HeldRow>(
    `select h.alert_id::text as "alertId", a.name, a.severity, t.held_at as "heldAt", t.outcome, t.outcome_at as "outcomeAt",
       t.incident_id as "incidentId",
       case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity
     from service_window_hold h
     cross join lateral (
       select h.held_at, h.outcome, h.outcome_at, h.incident_id::text as incident_id
       union all select (e ->> 'heldAt')::timestamptz, e ->> 'outcome', (e ->> 'outcomeAt')::timestamptz, e ->> 'incidentId'
       from jsonb_array_elements(h.earlier) e
     ) t
     join alert a on a.customer_id = h.customer_id and a.alert_id = h.alert_id
     left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id
     where h.customer_id = $1 and h.occurrence_id = $2 and ($3::timestamptz is null or (t.held_at, h.alert_id) > ($3, $4::bigint))
     order by t.held_at, h.alert_id limit $5`,
    [customerId, occurrenceId, ...(after ?? [null, null]), limit + 1],
  )
  return rows
}
