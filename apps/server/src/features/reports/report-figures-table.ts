import type { ReportFigures } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import { ticketStatuses, ticketTypes } from '@vakt/contract/tickets/ticket-filters.ts'
import { hourTypes } from '@vakt/contract/tickets/ticket-hours.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { hasGroupTags, inGroup, isListed } from './group-condition.ts'
import type { ReportScope } from './report-scope.ts'
import type { Period } from './report-table.ts'

const medianMinutes = (span: string) => `percentile_cont(0.5) within group (order by extract(epoch from ${span})) / 60`
const minutes = (condition: string) => `coalesce(sum(h.minutes) filter (where ${condition}), 0)`
const firstAcknowledgedAt = 'case when i.first_acknowledged_at is not null then i.first_acknowledged_at else i.acknowledged_at end'

const incidents = `select json_build_object('opened', count(*), 'bySeverity', ${countEachAsJson('i.severity', severities)},
    'minutesToAcknowledge', (select ${medianMinutes(`${firstAcknowledgedAt} - i.opened_at`)}
      from incident i where i.customer_id = $1 and ${firstAcknowledgedAt} >= $4 and ${firstAcknowledgedAt} < $5 and ${inGroup('i')}),
    'minutesToResolve', (select ${medianMinutes('i.resolved_at - i.opened_at')}
      from incident i where i.customer_id = $1 and i.resolved_at >= $4 and i.resolved_at < $5 and ${inGroup('i')}))
  from incident i where i.customer_id = $1 and i.opened_at >= $4 and i.opened_at < $5 and ${inGroup('i')}`

const tickets = `select json_build_object('created', count(*), 'byType', ${countEachAsJson('t.type', ticketTypes)},
    'byStatus', ${countEachAsJson('t.status', ticketStatuses)},
    'met', count(*) filter (where l.ticket_id is not null and m.ticket_id is null),
    'missed', count(*) filter (where m.ticket_id is not null))
  from ticket t
  left join ticket_service_level l on l.customer_id = t.customer_id and l.ticket_id = t.ticket_id
  left join (select distinct ticket_id from service_level_warning where customer_id = $1 and level = 'missed') m on m.ticket_id = t.ticket_id
  where t.customer_id = $1 and t.created_at >= $4 and t.created_at < $5 and ${inGroup('t')}`

const windows = `select json_build_object('occurrences', count(*), 'held', coalesce(sum((
      select count(*) from service_window_hold h join alert a on a.customer_id = h.customer_id and a.alert_id = h.alert_id
      where h.customer_id = o.customer_id and h.occurrence_id = o.occurrence_id and ${inGroup('a')})), 0))
  from service_window_occurrence o join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
  where o.customer_id = $1 and o.starts_at >= $4 and o.starts_at < $5 and coalesce(w.approval, 'approved') = 'approved'
    and o.started_at is not null
    and (cardinality($3::text[]) = 0 or o.window_id in (
      select t.window_id from entity e join service_window_target t on t.customer_id = e.customer_id and t.key = any (service_window_keys(e))
      where e.customer_id = $1 and ${hasGroupTags('e')}))`

const hours = `select json_build_object('billable', ${minutes('h.billable')}, 'notBillable', ${minutes('not h.billable')},
    'byType', json_build_object(${hourTypes.map((type) => `'${type}', ${minutes(`h.hour_type = '${type}'`)}`).join(', ')}))
  from ticket_hours h join ticket t on t.customer_id = h.customer_id and t.ticket_id = h.ticket_id
  where h.customer_id = $1 and h.worked_on between $6::date and $7::date and ${inGroup('t')}`

const cloudOps = `select json_build_object('amountMinor', sum(c.amount_minor), 'currency', min(c.currency))
  from cloudops_month c where c.customer_id = $1 and c.month = any ($8::text[]) and ${inGroup('c')}
  having sum(c.amount_minor) is not null and cardinality($8::text[]) =
    (select count(*) from cloudops_frozen_month f where f.customer_id = $1 and f.month = any ($8::text[]))`

const inventory = `select json_build_object(
    'resources', (select count(*) from entity e where e.customer_id = $1 and ${isListed('e')} and e.created_at < $5
      and (not e.stale or e.stale_since >= $5) and ${hasGroupTags('e')}),
    ${['added', 'gone', 'returned', 'changed'].map((kind) => `'${kind}', count(*) filter (where c.kind = '${kind}')`).join(', ')})
  from (select distinct h.entity_id, h.kind from entity_history h
    where h.customer_id = $1 and h.at >= $4 and h.at < $5 and ${inGroup('h')}) c`

const agents = `select json_build_object(
    'machines', (select count(*) from agent a where a.customer_id = $1 and a.enrolled_at < $5
      and (a.revoked_at is null or a.revoked_at >= $5) and ${inGroup('a')}),
    'silent', count(distinct s.agent_id),
    'silentMinutes', coalesce(round(sum(extract(epoch from least(coalesce(s.silent_to, $5), $5) - greatest(s.silent_from, $4))) / 60), 0))
  from agent_silence s join agent a on a.customer_id = s.customer_id and a.agent_id = s.agent_id
  where s.customer_id = $1 and s.silent_from < $5 and coalesce(s.silent_to, 'infinity') > $4 and ${inGroup('a')}`

type FigurePeriod = Period & {
  /** Days of registered hours, both included. */
  firstDay: string
  lastDay: string
  /** Those whose CloudOps cost is part of it. */
  months: readonly string[]
}

export async function readFigures(
  transaction: Transaction,
  customerId: string,
  { from, to, firstDay, lastDay, months, tagKeys, group }: FigurePeriod & ReportScope,
): Promise<ReportFigures> {
  const { rows } = await transaction.query<ReportFigures>(
    `select (${incidents}) as incidents, (${tickets}) as tickets, (${windows}) as windows, (${hours}) as hours,
       (${cloudOps}) as "cloudOps", (${inventory}) as inventory, (${agents}) as agents`,
    [customerId, tagKeys, group, from, to, firstDay, lastDay, months],
  )
  if (!rows[0]) throw new Error('An aggregate has one row.')
  return rows[0]
}
