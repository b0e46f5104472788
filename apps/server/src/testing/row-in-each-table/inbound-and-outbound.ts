import type { Insert, Known } from './insert.ts'

/** A row in each table of what comes in from senders and goes out to other systems. */
export async function makeInboundRows(insert: Insert, { ticket }: Known) {
  await insert("insert into signal (customer_id, token_id, format, body) values ($1, gen_random_uuid(), 'alertmanager', 'x')")
  await insert("insert into signal_turn (customer_id, holder, signal_ids, leased_until) values ($1, gen_random_uuid(), '{}', now())")
  const source = 'from monitoring_source where customer_id = $1 limit 1'
  await insert(
    `insert into source_mapping (customer_id, source_id, version, mapping, created_at, created_by) select $1, source_id, 1, '{}', now(), 'x' ${source}`,
  )
  await insert(`insert into source_topic (customer_id, source_id, topic_arn, asked_at) select $1, source_id, 'arn', now() ${source}`)
  await insert(
    `insert into event (customer_id, at, topic, kind, subject_id, actor_type, actor_id, actor_name) values ($1, now(), 'ticket', 'created', '${ticket.ticket_id}', 'system', 'x', 'x')`,
  )
  await insert("insert into job (queue, customer_id, row_id) values ('test', $1, 'row')")
  const webhook = await insert(
    "insert into webhook (customer_id, name, url, kinds, sealed_secret, created_at) values ($1, 'n', 'https://x.example', '{}', 'x', now())",
  )
  await insert(
    `insert into webhook_delivery (customer_id, webhook_id, message_id, kind, body, next_at, created_at)
     values ($1, '${webhook.webhook_id}', gen_random_uuid(), 'created', '{}', now(), now())`,
  )
  await insert(
    `insert into chat_destination (customer_id, service, name, sealed_address, host, kinds, from_severity, language, created_at)
     values ($1, 'slack', 'n', 'x', 'x.example', '{}', 'high', 'en', now())`,
  )
  await insert(
    'insert into monitoring_source_hour (customer_id, source_id, hour, signals) select $1, source_id, now(), 1 from monitoring_source where customer_id = $1',
  )
}
