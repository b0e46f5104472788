import type { Insert, Known } from './insert.ts'

/** A row in each table of people, what they chose and what they are told. */
export async function makePeopleRows(insert: Insert, { incident, ticket }: Pick<Known, 'incident' | 'ticket'>) {
  const owner = await insert("insert into app_user (customer_id, issuer, subject, name, email) values ($1, 'i', $1, 'n', 'e')")
  await insert(`insert into phone_number (customer_id, user_id, number, changed_at) values ($1, '${owner.user_id}', '+46701234567', now())`)
  await insert("insert into invitation (customer_id, email, name, roles, created_at, expires_at) values ($1, 'e', 'n', '{}', now(), now())")
  await insert(
    "insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ($1, now(), 'system', 'x', 'x', 'x', 'x')",
  )
  await insert("insert into staff_role (customer_id, role, name_en, features) values ($1, 'vakt-own-row', 'n', '{}')")
  await insert('insert into dashboard_visit (customer_id, user_id, seen_at) values ($1, gen_random_uuid(), now())')
  await insert("insert into list_choice (customer_id, user_id, list) values ($1, gen_random_uuid(), 'incidents')")
  await insert("insert into idempotency_key (customer_id, user_id, key, request_hash) values ($1, gen_random_uuid(), 'k', sha256('x'))")
  await insert('insert into staff_look (customer_id, user_id, hour) values ($1, gen_random_uuid(), now())')
  await insert(
    `insert into api_token (customer_id, user_id, name, token_hash, scope, created_at)
     select $1, user_id, 'n', sha256(convert_to($1, 'UTF8')), '{}', now() from app_user where customer_id = $1`,
  )
  const person = `from app_user u join ticket t on t.ticket_id = ${ticket.ticket_id} where u.customer_id = $1`
  await insert(
    `insert into notification (customer_id, user_id, about_customer_id, ticket_id, event_id, kind, private, by_system, actor_name, subject, details, created_at)
     select $1, u.user_id, $1, t.ticket_id, 1, 'created', false, true, 'x', 's', '{}', now() ${person}`,
  )
  await insert(
    `insert into follower (customer_id, kind, target, follower_customer_id, user_id) select $1, 'ticket', t.ticket_id::text, $1, u.user_id ${person}`,
  )
  await insert(
    `insert into incident_mute (customer_id, incident_id, muter_customer_id, user_id, muted_at, muted_until)
     select $1, ${incident.incident_id}, $1, u.user_id, now(), now() ${person}`,
  )
  await insert(
    `insert into notification_preference (customer_id, user_id, kind, by_mail, in_portal) select $1, u.user_id, 'created', true, true ${person}`,
  )
  await insert(
    `insert into mail_delivery (customer_id, ticket_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject,
       text_body, html_body, message_id, state, next_at, created_at)
     select $1, t.ticket_id, $1, u.user_id, 'created', 'e', 'n', 'en', 's', 'x', 'x', $1, 'kept', now(), now() ${person}`,
  )
  await insert(
    `insert into team_member (customer_id, position, name, role, email, phone, languages, time_zone, shows_on_call, shown_to, created_at)
     values ($1, 1, 'n', '{}', 'e', '', '{}', 'UTC', false, '{}', now())`,
  )
  await insert("insert into customer_card (customer_id, contacts, instructions, contract_notes, version) values ($1, '[]', '[]', 'n', 1)")
  await insert(
    `insert into custom_dashboard (customer_id, owner_id, owner_name, name, is_shared, tiles, created_at)
     values ($1, gen_random_uuid(), 'o', 'n', true, '[]', now())`,
  )
  await insert(
    `insert into user_session (customer_id, user_id, session_key, user_agent, address, signed_in_at, last_seen_at)
     select $1, user_id, sha256(convert_to($1, 'UTF8')), '', '', now(), now() from app_user where customer_id = $1`,
  )
  await insert(
    `insert into session_token (customer_id, user_id, token_hash, session_key, expires_at)
     select $1, user_id, sha256(convert_to($1, 'UTF8')), sha256(convert_to($1, 'UTF8')), now() from app_user where customer_id = $1 limit 1`,
  )
  await insert(
    "insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at) values ($1, 'n', sha256(convert_to($1, 'UTF8')), 'abcd', '{}', 'x', now())",
  )
  await insert(`insert into confirmed_address (customer_id, address, token_hash, asked_at)
     values ($1, $1 || '@example.com', sha256(convert_to($1, 'UTF8')), now())`)
  await insert('insert into customer_checklist (customer_id) values ($1)')
  await insert(`insert into incident_contact (customer_id, position, address, from_severity, hours, language, stop_key)
     values ($1, 0, 'e@example.com', 'high', 'always', 'en', 'x')`)
  await insert('insert into incident_contact_list (customer_id) values ($1)')
  await insert(
    "insert into incident_mail_choice (customer_id, user_id, severity, by_mail) select $1, user_id, 'high', false from app_user where customer_id = $1 limit 1",
  )
  return { owner }
}
