import type {
  NewServiceWindow,
  WindowNotices,
  WindowRecipient,
  WindowRepeats,
  WindowScope,
} from '@vakt/contract/service-windows/service-windows.ts'
import type { WindowState } from '@vakt/contract/service-windows/window-states.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Schedule = NewServiceWindow['schedule']
export type Approval = 'waiting' | 'approved' | 'refused'
type SpanRow = { occurrenceId: string; startsAt: string; endsAt: string; approvedUntil: string | null }

/** A window as it is stored, with what it is at the asked-for moment. */
export type WindowRow = {
  serviceWindowId: string
  customer_id: string
  customerName: string
  reason: string
  schedule: Schedule
  durationInSeconds: number
  scope: WindowScope
  notices: WindowNotices
  entities: { entityId: string; name: string }[]
  recipients: WindowRecipient[]
  state: WindowState
  repeats: WindowRepeats
  enabled: boolean
  approval: Approval | null
  approvalBy: string | null
  approvalAt: Date | null
  approvalReason: string | null
  ongoing: SpanRow | null
  next: SpanRow | null
  unsettled: { since: string; hasFailed: boolean; heldAlerts: number } | null
  startsAt: Date
  endsAt: Date | null
  plannedTo: Date | number
  relatedTicketId: string | null
  providerWindowId: string | null
  createdBy: string
  createdByUserId: string | null
  createdAt: Date
  modifiedBy: string | null
  modifiedAt: Date
  version: number
  rank: number
  sortKey: string
}

const spanOf = (occurrence: string) => `case when ${occurrence}.occurrence_id is not null then json_build_object(
  'occurrenceId', ${occurrence}.occurrence_id::text, 'startsAt', ${occurrence}.starts_at, 'endsAt', ${occurrence}.ends_at,
  'approvedUntil', ${occurrence}.approved_ends_at) end`

const stateAt = (now: string) => `case when not w.enabled then 'disabled' when w.approval = 'refused' then 'refused'
  when cur.occurrence_id is null and nxt.occurrence_id is null then 'expired' 
  when w.approval = 'waiting' and (cur.approved_ends_at > ${now}) is not true then 'awaiting-approval'
  when cur.occurrence_id is not null then 'ongoing' else 'upcoming' end`

/** Windows `w` with their ongoing occurrence `cur` and the next `nxt`; `now` is the moment's parameter. */
const withOccurrences = (now: string) => `service_window w
  left join lateral (
    select * from (
      select * from service_window_occurrence o where o.customer_id = w.customer_id and o.window_id = w.window_id and o.starts_at <= ${now}
      order by o.starts_at desc limit 1
    ) latest where latest.ends_at > ${now} and latest.settled_at is null
  ) cur on true
  left join lateral (
    select * from service_window_occurrence o where o.customer_id = w.customer_id and o.window_id = w.window_id and o.starts_at > ${now}
    order by o.starts_at limit 1
  ) nxt on w.enabled`

const described = (now: string) => {
  const state = stateAt(now)
  return `
  select w.window_id as "serviceWindowId", w.customer_id, c.name as "customerName", w.reason, w.schedule, w.duration_seconds as "durationInSeconds",
    w.scope, w.notices, ${state} as state, w.repeats, w.enabled, w.approval, w.approval_by as "approvalBy", w.approval_at as "approvalAt",
    w.approval_reason as "approvalReason", ${spanOf('cur')} as ongoing, ${spanOf('nxt')} as next, w.starts_at as "startsAt",
    w.ends_at as "endsAt", w.planned_to as "plannedTo", w.related_ticket_id as "relatedTicketId", w.provider_window_id as "providerWindowId",
    w.created_by as "createdBy", w.created_by_user_id as "createdByUserId", w.created_at as "createdAt", w.modified_by as "modifiedBy",
    w.modified_at as "modifiedAt", w.version, w.reason_key,
    case when ${state} = 'ongoing' then 0 when ${state} in ('upcoming', 'awaiting-approval') then 1 else 2 end as rank,
    case when ${state} in ('ongoing', 'upcoming', 'awaiting-approval') then extract(epoch from coalesce(cur.starts_at, nxt.starts_at))
      else -extract(epoch from w.modified_at) end as "sortKey"
  from ${withOccurrences(now)} join customer c on c.customer_id = w.customer_id`
}

/** How long the worker may take to settle what has ended, before it counts as late. */
const settlingSeconds = 120

/** Of the window `found`: what ended and is still not settled, late or with a job that failed. */
const unsettledAt = (now: string) => `(
  select json_build_object('since', l.since, 'hasFailed', l.has_failed, 'heldAlerts', l.held) from (
    select min(o.settles_at) as since, count(distinct h.alert_id) as held, exists (
        select from job j where j.queue = 'service-window' and j.tenant = found.customer_id and j.row_id = found."serviceWindowId"::text
          and j.state = 'failed') as has_failed
    from service_window_occurrence o
      left join service_window_hold h on h.customer_id = o.customer_id and h.occurrence_id = o.occurrence_id and h.outcome = 'held'
    where o.customer_id = found.customer_id and o.window_id = found."serviceWindowId" and o.settled_at is null and o.settles_at <= ${now}
  ) l where l.since is not null and (l.has_failed or l.since < ${now}::timestamptz - interval '${settlingSeconds} seconds')) as unsettled`

const names = (
  now: string,
) => `${unsettledAt(now)}, coalesce((select json_agg(json_build_object('entityId', e.entity_id, 'name', e.name) order by e.name_key)
  from entity e where e.customer_id = found.customer_id
    and e.entity_id = any (array(select jsonb_array_elements_text(found.scope -> 'entityIds')::uuid))), '[]') as entities,
  coalesce((select json_agg(json_build_object('userId', u.user_id, 'name', u.name) order by u.name, u.user_id)
  from app_user u where u.customer_id = found.customer_id and u.disabled_at is null
    and u.user_id = any (array(select jsonb_array_elements_text(found.notices -> 'userIds')::uuid))), '[]') as recipients`

export type WindowFilter = {
  q?: string
  creator?: string[]
  active?: boolean
  state?: WindowState[]
  entityId?: string
  customer?: string[]
}

type Paging = { now: Date; after: readonly string[] | null; limit: number }

/** With `customerId` null those of all customers. One row more than the limit, so that the caller sees whether there is a next page. */
export async function readWindowPage(
  transaction: Transaction,
  customerId: string | null,
  { q, creator, active, state: states, entityId, customer }: WindowFilter,
  { now, after, limit }: Paging,
): Promise<WindowRow[]> {
  const { rows } = await transaction.query<WindowRow>(
    `select found.*, ${names('$2')} from (
       select * from (${described('$2')} where ($1::text is null or w.customer_id = $1) and ($3::text[] is null or w.customer_id = any ($3))
         and ($4::text is null or strpos(w.reason_key, $4) > 0)
         and ($5::text[] is null or w.created_by_user_id::text = any ($5) or w.created_by = any ($5))
         and ($6::uuid is null or exists (
           select from entity e join service_window_target t on t.customer_id = e.customer_id and t.key = any (service_window_keys(e))
           where e.customer_id = w.customer_id and e.entity_id = $6 and t.window_id = w.window_id))) listed
       where ($7::text[] is null or state = any ($7)) and ($8::boolean is null or (rank < 2) = $8)
         and ($9::int is null or (rank, "sortKey", "serviceWindowId") > ($9, $10::numeric, $11::uuid))
       order by rank, "sortKey", "serviceWindowId" limit $12
     ) found order by rank, "sortKey", "serviceWindowId"`,
    [
      customerId,
      now,
      customer ?? null,
      q?.trim().toLowerCase() || null,
      creator ?? null,
      entityId ?? null,
      states ?? null,
      active ?? null,
      ...(after ?? [null, null, null]),
      limit + 1,
    ],
  )
  return rows
}

export async function readWindow(
  transaction: Transaction,
  customerId: string,
  windowId: string,
  now: Date,
): Promise<WindowRow | undefined> {
  const { rows } = await transaction.query<WindowRow>(
    `select found.*, ${names('$3')} from (${described('$3')} where w.customer_id = $1 and w.window_id = $2) found`,
    [customerId, windowId, now],
  )
  return rows[0]
}

/** No one else changes the window until the transaction ends; false where there is none. */
export async function lockWindow(transaction: Transaction, customerId: string, windowId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from service_window where customer_id = $1 and window_id = $2 for no key update', [
    customerId,
    windowId,
  ])
  return rowCount === 1
}

export async function countWindows(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from service_window where customer_id = $1 and enabled and (ends_at is null or ends_at > now())',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

export async function readCreators(transaction: Transaction, customerId: string): Promise<{ userId: string; name: string }[]> {
  const { rows } = await transaction.query<{ userId: string; name: string }>(
    `select coalesce(created_by_user_id::text, created_by) as "userId", max(created_by) as name from service_window where customer_id = $1
     group by 1 order by name, 1 limit 200`,
    [customerId],
  )
  return rows
}

/** What of a window is written, by people and by pipelines. */
export type WindowContent = Pick<
  NewServiceWindow,
  'reason' | 'schedule' | 'durationInSeconds' | 'scope' | 'notices' | 'relatedTicketId'
> & {
  repeats: WindowRepeats
  startsAt: Date
  endsAt: Date | null
  approval: Approval | null
}

const contentColumns = `reason, schedule, duration_seconds, scope, metrics, notices, related_ticket_id, repeats, starts_at, ends_at, approval`
const contentValues = (content: WindowContent): unknown[] => [
  content.reason,
  JSON.stringify(content.schedule),
  content.durationInSeconds,
  JSON.stringify(content.scope),
  content.scope.metrics,
  JSON.stringify(content.notices),
  content.relatedTicketId,
  content.repeats,
  content.startsAt,
  content.endsAt,
  content.approval,
]

/** One of the windows that the provider made together; `ofGroup`: because the customer is in a group of it. `by` where someone else made it. */
export type OfProvider = { providerWindowId: string; ofGroup: boolean; by?: string }
type Created = { windowId: string; by: string; userId: string | null; ofProvider: OfProvider | null; now: Date }

export async function insertWindow(transaction: Transaction, customerId: string, content: WindowContent, created: Created): Promise<void> {
  const { windowId, by, userId, ofProvider, now } = created
  await transaction.query(
    `insert into service_window (customer_id, window_id, created_by, created_by_user_id, provider_window_id, created_at, modified_at, ${contentColumns}, of_group)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [customerId, windowId, by, userId, ofProvider?.providerWindowId ?? null, now, ...contentValues(content), ofProvider?.ofGroup ?? false],
  )
}

type Written = { windowId: string; by: string; now: Date }

/** Writes the whole content, as a new version whose occurrences are to be planned again. */
export async function updateWindow(transaction: Transaction, customerId: string, content: WindowContent, written: Written): Promise<void> {
  const { windowId, by, now } = written
  await transaction.query(
    `update service_window set modified_by = $3, modified_at = $4, version = version + 1, planned_to = '-infinity',
       approval_by = case when approval is distinct from $15 then null else approval_by end,
       approval_at = case when approval is distinct from $15 then null else approval_at end,
       approval_reason = case when approval is distinct from $15 then null else approval_reason end,
       (${contentColumns}) = row ($5, $6::jsonb, $7, $8::jsonb, $9, $10::jsonb, $11, $12, $13, $14, $15)
     where customer_id = $1 and window_id = $2`,
    [customerId, windowId, by, now, ...contentValues(content)],
  )
}

export async function writeEnabled(
  transaction: Transaction,
  customerId: string,
  { windowId, by, now, enabled }: Written & { enabled: boolean },
): Promise<void> {
  await transaction.query(
    `update service_window set enabled = $3, modified_by = $4, modified_at = $5, version = version + 1, planned_to = '-infinity'
     where customer_id = $1 and window_id = $2`,
    [customerId, windowId, enabled, by, now],
  )
}

/** Someone ended or extended its occurrence. */
export async function writeModified(transaction: Transaction, customerId: string, { windowId, by, now }: Written): Promise<void> {
  await transaction.query(
    'update service_window set modified_by = $3, modified_at = $4, version = version + 1 where customer_id = $1 and window_id = $2',
    [customerId, windowId, by, now],
  )
}

export async function writeApproval(
  transaction: Transaction,
  customerId: string,
  { windowId, by, now, approval, reason }: Written & { approval: Approval; reason: string | null },
): Promise<void> {
  await transaction.query(
    `update service_window set approval = $3, approval_by = $4, approval_at = $5, approval_reason = $6, version = version + 1
     where customer_id = $1 and window_id = $2`,
    [customerId, windowId, approval, by, now, reason],
  )
}

/** Its extension waits for an approval, or does so no more; who approved the window itself stays. */
export async function writeExtensionWaits(transaction: Transaction, customerId: string, windowId: string, waits: boolean): Promise<void> {
  await transaction.query('update service_window set approval = $3, version = version + 1 where customer_id = $1 and window_id = $2', [
    customerId,
    windowId,
    waits ? 'waiting' : 'approved',
  ])
}

/** What it covers, by the keys of its scope. */
export async function writeTargets(transaction: Transaction, customerId: string, windowId: string, keys: readonly string[]): Promise<void> {
  await transaction.query('delete from service_window_target where customer_id = $1 and window_id = $2', [customerId, windowId])
  await transaction.query('insert into service_window_target (customer_id, window_id, key) select $1, $2, unnest($3::text[])', [
    customerId,
    windowId,
    keys,
  ])
}

export async function writePlannedTo(transaction: Transaction, customerId: string, windowId: string, to: Date | 'infinity'): Promise<void> {
  await transaction.query('update service_window set planned_to = $3 where customer_id = $1 and window_id = $2', [customerId, windowId, to])
}
