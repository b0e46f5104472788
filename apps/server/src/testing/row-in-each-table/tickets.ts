import type { Insert, Known } from './insert.ts'

/** A row in each table of tickets and service levels. */
export async function makeTicketRows(insert: Insert, { ticket }: Known) {
  await insert(
    `with comment as (
       insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at) values ($1, ${ticket.ticket_id}, 'system', 'x', 'x', 'x', now()) returning *
     )
     insert into ticket_comment_version (customer_id, ticket_id, comment_id, version, body, written_at) select $1, ticket_id, comment_id, 1, 'x', now() from comment`,
  )
  await insert(
    `with other as (
       insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
       values ($1, 'linked', 'linked', 'request', 'other', 'n', 'person', now(), now()) returning *
     )
     insert into ticket_link (customer_id, ticket_id, other_ticket_id, kind, created_at) select $1, ${ticket.ticket_id}, ticket_id, 'related', now() from other`,
  )
  await insert(
    `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
     values ($1, ${ticket.ticket_id}, 'n', 1, '2026-11-20', 'normal', true, gen_random_uuid(), 'n', now())`,
  )
  await insert(
    `insert into ticket_presence (customer_id, ticket_id, tab, user_id, name, by_staff, doing, seen_at)
     values ($1, ${ticket.ticket_id}, gen_random_uuid(), gen_random_uuid(), 'n', false, 'reading', now())`,
  )
  await insert(
    `insert into ticket_visit (customer_id, ticket_id, user_id, seen_at) values ($1, ${ticket.ticket_id}, gen_random_uuid(), now())`,
  )
  const attachment = await insert(
    `insert into ticket_attachment (customer_id, attachment_id, ticket_id, place, file_name, content_type, size, has_preview, author_type, author_id, author_name, created_at)
     values ($1, gen_random_uuid(), ${ticket.ticket_id}, 1, 'x.txt', 'text/plain', 1, false, 'system', 'x', 'x', now())`,
  )
  await insert(
    `insert into ticket_attachment_content (customer_id, attachment_id, variant, content) values ($1, '${attachment.attachment_id}', 'whole', 'x')`,
  )
  await insert(
    `insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field) values ($1, ${ticket.ticket_id}, now(), 'system', 'x', 'x', 'status')`,
  )
  await insert("insert into ticket_word (customer_id, word, is_private) values ($1, 'word', false)")
  await insert(
    "insert into ticket_view (customer_id, owner_id, owner_name, name, search, created_at) values ($1, gen_random_uuid(), 'n', 'n', '{}', now())",
  )
  await insert('insert into ticket_list_choice (customer_id, user_id) values ($1, gen_random_uuid())')
  await insert(
    `insert into ticket_event (customer_id, ticket_id, at, kind, actor_type, actor_id, actor_name) values ($1, ${ticket.ticket_id}, now(), 'created', 'system', 'x', 'x')`,
  )
  const calendar = await insert(
    `insert into business_calendar (customer_id, for_all, name, time_zone, always_open, week, holidays) values ($1, false, 'n', 'UTC', true, '[]', 'none')`,
  )
  await insert(
    `insert into service_target (customer_id, for_all, priority, calendar_id, warn_at_percent) values ($1, false, 1, '${calendar.calendar_id}', 75)`,
  )
  await insert('insert into service_target_set (customer_id, for_all) values ($1, false)')
  await insert(
    `insert into ticket_service_level (customer_id, ticket_id, calendar_id, clocks) values ($1, ${ticket.ticket_id}, '${calendar.calendar_id}', '[]')`,
  )
  await insert(
    `insert into service_level_warning (customer_id, ticket_id, clock, round, level, at) values ($1, ${ticket.ticket_id}, 'resolution', 0, 'soon', now())`,
  )
}
