import type { Insert, Known } from './insert.ts'

/** A row in each table of what a signal becomes. */
export async function makeChainRows(insert: Insert, { entityId }: Pick<Known, 'entityId'>) {
  const incident = await insert(
    "insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at) values ($1, 's', 'r', 't', 'low', now(), now())",
  )
  const ticket = await insert(
    `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
     values ($1, 's', 'd', 'request', 'other', 'n', 'person', now(), now())`,
  )
  const alert = await insert(
    `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, started_at, first_seen_at, last_seen_at, changed_at)
     values ($1, 'test', 'f', 'firing', 'low', 'n', 'r', 'd', now(), now(), now(), now())`,
  )
  await insert(
    `insert into incident_outbox (customer_id, incident_id, at, kind, severity, actor_type, actor_id, actor_name)
     values ($1, ${incident.incident_id}, now(), 'opened', 'low', 'system', 'x', 'x')`,
  )
  await insert(
    `insert into incident_event (customer_id, incident_id, at, kind, author_type, author_id, author_name, by_staff)
     values ($1, ${incident.incident_id}, now(), 'noted', 'system', 'x', 'x', false)`,
  )
  await insert(
    `insert into entity_binding (customer_id, source, target_key, entity_customer_id, entity_id, created_at, created_by)
     values ($1, 'test', 'host x', $1, '${entityId}', now(), 'x')`,
  )
  await insert(
    `insert into unmatched_dismissal (customer_id, source, target_key, dismissed_at, dismissed_by) values ($1, 'test', 'host y', now(), 'x')`,
  )
  await insert(`insert into alert_trail (customer_id, alert_id, at, step) values ($1, ${alert.alert_id}, now(), 'received')`)
  const major = await insert(
    "insert into major_incident (customer_id, title_en, title_sv, opened_at, opened_by) values ($1, 'n', 'n', now(), 'x')",
  )
  await insert(
    `insert into major_incident_update (customer_id, major_incident_id, at, author_name, body_en) values ($1, ${major.major_incident_id}, now(), 'x', 'b')`,
  )
  await insert(
    `insert into major_incident_part (customer_id, incident_id, major_incident_id, title, added_at)
     values ($1, ${incident.incident_id}, ${major.major_incident_id}, 'n', now())`,
  )
  return { incident, ticket, alert }
}
