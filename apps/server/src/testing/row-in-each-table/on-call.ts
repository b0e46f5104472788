import type { Insert, Known } from './insert.ts'

/** A row in each table of on-call and paging. */
export async function makeOnCallRows(insert: Insert, { incident, owner }: Known) {
  const schedule = await insert("insert into on_call_schedule (customer_id, name, created_at) values ($1, 'n', now())")
  const ofSchedule = `'${schedule.schedule_id}'`
  await insert(
    `insert into on_call_schedule_version (customer_id, schedule_id, version, valid_from, time_zone, layers)
     values ($1, ${ofSchedule}, 1, now(), 'UTC', '[]')`,
  )
  await insert(
    `insert into on_call_override (customer_id, schedule_id, user_id, starts_at, ends_at, created_at, created_by)
     values ($1, ${ofSchedule}, gen_random_uuid(), now(), now() + interval '1 hour', now(), 'x')`,
  )
  await insert(`insert into on_call_swap (customer_id, schedule_id, asker_id, asked_id, starts_at, ends_at, note, asked_at)
     values ($1, ${ofSchedule}, '${owner.user_id}', '${owner.user_id}', now(), now() + interval '1 hour', '', now())`)
  await insert(`insert into on_call_calendar (customer_id, user_id, secret_hash, created_at)
     values ($1, '${owner.user_id}', sha256(convert_to($1 || 'shifts', 'UTF8')), now())`)
  await insert(`insert into contact_preference (customer_id, user_id, rules, version, changed_at)
     values ($1, '${owner.user_id}', '[]', 1, now())`)
  await insert(`insert into push_subscription (customer_id, user_id, endpoint, p256dh, auth, device, created_at)
     values ($1, '${owner.user_id}', 'https://push.example', 'x', 'x', 'n', now())`)
  await insert(`insert into on_call_gap_notice (customer_id, schedule_id, starts_at, ends_at, version, by_hours, noted_at)
     values ($1, ${ofSchedule}, now(), 'infinity', 1, false, now())`)
  await insert(
    "insert into escalation_policy (customer_id, name, steps, repeats, is_default, created_at) values ($1, 'n', '[]', 0, true, now())",
  )
  await insert("insert into paging_setting (customer_id, from_severity, version, changed_at) values ($1, 'high', 1, now())")
  const escalation = await insert(
    `insert into escalation (customer_id, incident_id, started_at, next_at) values ($1, ${incident.incident_id}, now(), now())`,
  )
  await insert(
    `insert into page (page_id, customer_id, escalation_id, incident_id, round, step, kind, channel, person_name, language, at)
     values (gen_random_uuid(), $1, '${escalation.escalation_id}', ${incident.incident_id}, 0, 0, 'nobody', 'none', '', 'en', now())`,
  )
  await insert(`insert into page_contact (customer_id, escalation_id, round, step, user_id, channel, due_at)
     values ($1, '${escalation.escalation_id}', 0, 0, gen_random_uuid(), 'sms', now())`)
}
