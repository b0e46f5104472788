import type { MajorIncident, MajorIncidentPart } from '@vakt/contract/incidents/major-incidents.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Row = Omit<MajorIncident, 'openedAt' | 'endedAt' | 'latestUpdate'> & {
  openedAt: Date
  endedAt: Date | null
  latestUpdate: MajorIncident['latestUpdate']
}

const parts = (
  condition = '',
) => `(select count(*)::int from major_incident_part p join incident i on i.customer_id = p.customer_id and i.incident_id = p.incident_id
   where p.major_incident_id = m.major_incident_id ${condition})`

const columns = `m.major_incident_id as "majorIncidentId", json_build_object('en', m.title_en, 'sv', m.title_sv) as title,
  case when m.ended_at is null then 'open' else 'resolved' end as state, m.opened_at as "openedAt", m.opened_by as "openedBy",
  coalesce(m.lead_name, m.opened_by) as lead, m.ended_at as "endedAt",
  (select count(distinct p.customer_id)::int from major_incident_part p where p.major_incident_id = m.major_incident_id) as customers,
  ${parts()} as incidents, ${parts("and i.state <> 'resolved'")} as "openIncidents",
  (select json_build_object('at', u.at, 'author', u.author_name, 'en', u.body_en, 'sv', u.body_sv) from major_incident_update u
   where u.customer_id = m.customer_id and u.major_incident_id = m.major_incident_id order by u.update_id desc limit 1) as "latestUpdate"`

export type MajorIncidentFilter = { state?: readonly MajorIncident['state'][]; q?: string }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readMajorIncidentPageForAllCustomers(
  transaction: Transaction,
  { filter, after, limit }: { filter: MajorIncidentFilter; after: readonly string[] | null; limit: number },
): Promise<Row[]> {
  const { rows } = await transaction.query<Row>(
    `select ${columns} from major_incident m
     where ($1::boolean is null or (m.ended_at is null, m.major_incident_id) < ($1, $2::bigint))
       and ($3::text[] is null or case when m.ended_at is null then 'open' else 'resolved' end = any($3))
       and ($4::text is null or strpos(lower(concat_ws(' ', m.title_en, m.title_sv, coalesce(m.lead_name, m.opened_by))), $4) > 0)
     order by m.ended_at is null desc, m.major_incident_id desc limit $5`,
    [after?.[0], after?.[1], filter.state ?? null, filter.q?.trim().toLowerCase() || null, limit + 1],
  )
  return rows
}

export async function readMajorIncidentForAllCustomers(transaction: Transaction, majorIncidentId: string): Promise<Row | undefined> {
  const { rows } = await transaction.query<Row>(`select ${columns} from major_incident m where m.major_incident_id = $1`, [majorIncidentId])
  return rows[0]
}

/** Whether all customers that it is about are among these; one without incidents is about none. */
export async function isWithinCustomers(
  transaction: Transaction,
  majorIncidentId: string,
  customerIds: readonly string[],
): Promise<boolean> {
  const { rows } = await transaction.query<{ isWithin: boolean }>('select major_incident_is_within($1, $2) as "isWithin"', [
    majorIncidentId,
    customerIds,
  ])
  return rows[0]?.isWithin === true
}

export type PartRow = Omit<MajorIncidentPart, 'openedAt'> & { openedAt: Date }

/** The worst open incidents first. */
export async function readPartsForAllCustomers(transaction: Transaction, majorIncidentId: string): Promise<PartRow[]> {
  const { rows } = await transaction.query<PartRow>(
    `select json_build_object('customerId', c.customer_id, 'name', c.name, 'language', c.mail_language) as customer,
       p.incident_id as "incidentId", i.title, i.finding, i.severity, i.state, e.name as resource,
       case when t.ticket_id is null then i.assignee else t.assignee end as assignee, t.ticket_id as "ticketId", i.opened_at as "openedAt"
     from major_incident_part p join customer c on c.customer_id = p.customer_id
     join incident i on i.customer_id = p.customer_id and i.incident_id = p.incident_id
     left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
     left join ticket t on t.customer_id = p.customer_id and t.incident_id = p.incident_id
     where p.major_incident_id = $1
     order by c.name, p.customer_id, i.state = 'resolved', i.severity_weight desc, p.incident_id`,
    [majorIncidentId],
  )
  return rows
}

export type UpdateRow = { at: Date; author: string; en: string | null; sv: string | null }

export async function readUpdatesForAllCustomers(transaction: Transaction, majorIncidentId: string): Promise<UpdateRow[]> {
  const { rows } = await transaction.query<UpdateRow>(
    `select at, author_name as author, body_en as en, body_sv as sv from major_incident_update
     where major_incident_id = $1 order by update_id desc limit 200`,
    [majorIncidentId],
  )
  return rows
}

/** The customer is the provider's own. */
export async function insertMajorIncident(
  transaction: Transaction,
  customerId: string,
  { title, by, now }: { title: { en: string; sv: string }; by: string; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>(
    `insert into major_incident (customer_id, title_en, title_sv, opened_at, opened_by) values ($1, $2, $3, $4, $5) returning major_incident_id as id`,
    [customerId, title.en, title.sv, now, by],
  )
  return rows[0]?.id ?? ''
}

export type LockedMajorIncident = { customerId: string; en: string; sv: string; isOver: boolean }

export async function lockMajorIncident(
  transaction: Transaction,
  customerId: string,
  majorIncidentId: string,
): Promise<LockedMajorIncident | undefined> {
  const { rows } = await transaction.query<LockedMajorIncident>(
    `select customer_id as "customerId", title_en as en, title_sv as sv, ended_at is not null as "isOver" from major_incident
     where customer_id = $1 and major_incident_id = $2 for update`,
    [customerId, majorIncidentId],
  )
  return rows[0]
}

export async function insertUpdate(
  transaction: Transaction,
  customerId: string,
  update: { majorIncidentId: string; en: string | null; sv: string | null; by: string; ends: boolean; now: Date },
): Promise<void> {
  const { majorIncidentId, en, sv, by, ends, now } = update
  await transaction.query(
    `insert into major_incident_update (customer_id, major_incident_id, at, author_name, body_en, body_sv) values ($1, $2, $3, $4, $5, $6)`,
    [customerId, majorIncidentId, now, by, en, sv],
  )
  if (ends) await updateEnd(transaction, customerId, { majorIncidentId, endedAt: now })
}

export async function updateEnd(
  transaction: Transaction,
  customerId: string,
  { majorIncidentId, endedAt }: { majorIncidentId: string; endedAt: Date | null },
): Promise<void> {
  await transaction.query('update major_incident set ended_at = $3 where customer_id = $1 and major_incident_id = $2', [
    customerId,
    majorIncidentId,
    endedAt,
  ])
}

export async function updateLead(
  transaction: Transaction,
  customerId: string,
  { majorIncidentId, lead }: { majorIncidentId: string; lead: string },
): Promise<void> {
  await transaction.query('update major_incident set lead_name = $3 where customer_id = $1 and major_incident_id = $2', [
    customerId,
    majorIncidentId,
    lead,
  ])
}

export type Language = 'en' | 'sv'

export async function readLanguage(transaction: Transaction, customerId: string): Promise<Language> {
  const { rows } = await transaction.query<{ language: Language }>(
    'select mail_language as language from customer where customer_id = $1',
    [customerId],
  )
  return rows[0]?.language ?? 'en'
}

/** Adds an incident of this customer; false where it is in another major incident that goes on. */
export async function insertPart(
  transaction: Transaction,
  customerId: string,
  part: { incidentId: string; majorIncidentId: string; title: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into major_incident_part as p (customer_id, incident_id, major_incident_id, title, added_at) values ($1, $2, $3, $4, $5)
     on conflict (customer_id, incident_id) do update
     set major_incident_id = excluded.major_incident_id, title = excluded.title, added_at = excluded.added_at, ended_at = null
     where p.ended_at is not null or p.major_incident_id = excluded.major_incident_id`,
    [customerId, part.incidentId, part.majorIncidentId, part.title, part.now],
  )
  return rowCount === 1
}

/** False where the incident is not part of it. */
export async function deletePart(
  transaction: Transaction,
  customerId: string,
  { incidentId, majorIncidentId }: { incidentId: string; majorIncidentId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from major_incident_part where customer_id = $1 and incident_id = $2 and major_incident_id = $3',
    [customerId, incidentId, majorIncidentId],
  )
  return rowCount === 1
}

export async function hasPart(
  transaction: Transaction,
  customerId: string,
  { incidentId, majorIncidentId }: { incidentId: string; majorIncidentId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select from major_incident_part where customer_id = $1 and incident_id = $2 and major_incident_id = $3',
    [customerId, incidentId, majorIncidentId],
  )
  return rowCount === 1
}

export async function endParts(transaction: Transaction, customerId: string, majorIncidentId: string, now: Date): Promise<void> {
  await transaction.query('update major_incident_part set ended_at = $3 where customer_id = $1 and major_incident_id = $2', [
    customerId,
    majorIncidentId,
    now,
  ])
}

export async function reopenParts(transaction: Transaction, customerId: string, majorIncidentId: string): Promise<void> {
  await transaction.query('update major_incident_part set ended_at = null where customer_id = $1 and major_incident_id = $2', [
    customerId,
    majorIncidentId,
  ])
}

/** Removes those that ended before that time, with what was written on them. Returns how many. */
export async function deleteOldMajorIncidents(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from major_incident where customer_id = $1 and major_incident_id in (
       select major_incident_id from major_incident where customer_id = $1 and ended_at < $2 order by ended_at limit $3
     )`,
    [customerId, before, limit],
  )
  return rowCount ?? 0
}
