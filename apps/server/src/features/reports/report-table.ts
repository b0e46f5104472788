import type { Report } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { inGroup } from './group-condition.ts'
import type { ReportScope } from './report-scope.ts'

/** Its end is not included. */
export type Period = { from: Date; to: Date }

/** The zone in which the customer's months begin, and when the first thing of it is from. */
export async function readBeginning(transaction: Transaction, customerId: string): Promise<{ timeZone: string; first: Date } | undefined> {
  const { rows } = await transaction.query<{ timeZone: string; first: Date }>(
    `select time_zone as "timeZone", least(now(), (select min(opened_at) from incident where customer_id = $1),
       (select min(created_at) from ticket where customer_id = $1), (select min(created_at) from entity where customer_id = $1)) as first
     from customer where customer_id = $1`,
    [customerId],
  )
  return rows[0]
}

export type MonthCounts = { month: string; incidents: number; critical: number }

/** Incidents opened in each of these months, the latest first; months without any are left out. */
export async function countByMonth(
  transaction: Transaction,
  customerId: string,
  { months, timeZone }: { months: readonly string[]; timeZone: string },
): Promise<MonthCounts[]> {
  const { rows } = await transaction.query<MonthCounts>(
    `select to_char(opened_at at time zone $3, 'YYYY-MM') as month, count(*)::int as incidents,
       (count(*) filter (where severity = 'critical'))::int as critical
     from incident where customer_id = $1 and opened_at >= ($2 || '-01')::timestamp at time zone $3 group by 1`,
    [customerId, months.at(-1), timeZone],
  )
  return rows
}

/** Incidents opened on each day by the clock of the customer, and by the rules that opened the most. */
export async function readIncidentsOpened(
  transaction: Transaction,
  customerId: string,
  { from, to, timeZone, tagKeys, group }: Period & ReportScope & { timeZone: string },
): Promise<Pick<Report, 'days' | 'rules'>> {
  const opened = `from incident i where i.customer_id = $1 and i.opened_at >= $4 and i.opened_at < $5 and ${inGroup('i')}`
  const days = await transaction.query<Report['days'][number]>(
    `select to_char(i.opened_at at time zone $6, 'YYYY-MM-DD') as date, ${countEachAsJson('i.severity', severities)} as counts
     ${opened} group by 1 order by 1`,
    [customerId, tagKeys, group, from, to, timeZone],
  )
  const rules = await transaction.query<Report['rules'][number]>(
    `select i.rule, count(*)::int as opened, (count(*) filter (where i.severity = 'critical'))::int as critical,
       (count(*) filter (where i.resolved_at < i.opened_at + interval '10 minutes'))::int as short
     ${opened} group by i.rule order by opened desc, i.rule limit 10`,
    [customerId, tagKeys, group, from, to],
  )
  return { days: days.rows, rules: rules.rows }
}

/** What was added to the inventory, went and came back, the latest first. */
export async function readInventoryChanges(
  transaction: Transaction,
  customerId: string,
  { from, to, tagKeys, group }: Period & ReportScope,
): Promise<Report['changes']> {
  const { rows } = await transaction.query<Omit<Report['changes'][number], 'at'> & { at: Date }>(
    `select h.entity_id as "entityId", e.name, e.type, h.kind, h.at
     from entity_history h join entity e on e.customer_id = h.customer_id and e.entity_id = h.entity_id
     where h.customer_id = $1 and h.at >= $4 and h.at < $5 and h.kind <> 'changed' and ${inGroup('h')}
     order by h.at desc, h.history_id desc limit 50`,
    [customerId, tagKeys, group, from, to],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The programs on the machines that had an agent at the end of the period. */
export async function readAgentVersions(
  transaction: Transaction,
  customerId: string,
  { to, tagKeys, group }: Period & ReportScope,
): Promise<Report['agentVersions']> {
  const { rows } = await transaction.query<Report['agentVersions'][number]>(
    `select a.version, count(*)::int as machines from agent a
     where a.customer_id = $1 and a.enrolled_at < $4 and (a.revoked_at is null or a.revoked_at >= $4) and ${inGroup('a')}
     group by a.version order by machines desc, a.version desc limit 20`,
    [customerId, tagKeys, group, to],
  )
  return rows
}

/** What the cover of a report names, and the language that the customer is written to in. */
export async function readNamesForAllCustomers(
  transaction: Transaction,
  customerId: string,
): Promise<{ customer: string; provider: string; language: Language }> {
  const { rows } = await transaction.query<{ customer: string; provider: string; language: Language }>(
    `select name as customer, mail_language as language, 
       coalesce((select nullif(name, '') from installation_branding), (select name from customer where is_provider limit 1), '') as provider
     from customer where customer_id = $1`,
    [customerId],
  )
  if (!rows[0]) throw new NotFound()
  return rows[0]
}
