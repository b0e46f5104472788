import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { checkIsolation, NotIsolated } from '#server/platform/database/check-isolation.ts'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { runtimeConnection } from '#server/platform/database/logins.ts'
import { inTransaction, readForAllCustomers, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { sharedServer } from '#server/testing/shared-server.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'

const debian = '/usr/lib/postgresql/15/bin'

async function startDebian(): Promise<{ server: pg.PoolConfig; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-postgres15-'))
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres({
    directory: folder,
    binariesFolder: debian,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  })
  return {
    server: embedded.connection,
    async stop() {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function asOwner<Row extends pg.QueryResultRow>(owner: pg.PoolConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const result = await client.query<Row>(sql)
    return result.rows
  } finally {
    await client.end()
  }
}

/** Migrated by the real migrations, opened with a small pool, so that connections are used again and again. */
async function createDatabase(
  server: pg.PoolConfig,
): Promise<{ owner: pg.PoolConfig; keyring: Keyring; database: Database; remove(): Promise<void> }> {
  const name = `isolation_${randomBytes(4).toString('hex')}`
  await asOwner(server, `create database ${name}`)
  const owner = { ...server, database: name }
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog, { app: 2, worker: 1 })
  return {
    owner,
    keyring,
    database,
    async remove() {
      await database.close()
      await asOwner(server, `drop database ${name} with (force)`)
    },
  }
}

const denied = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501'
const isForeignKey = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503'

/** One row in each table for this customer, made through the worker as the product makes them. */
async function furnish(database: Database) {
  const { customerId } = await createCustomer(database)
  const { entityId } = await createEntity(database, customerId)
  await createIngestToken(database, customerId)
  const ids = await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    const insert = async (sql: string) => (await transaction.query(`${sql} returning *`, [customerId])).rows[0]
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
    await insert(`insert into alert_trail (customer_id, alert_id, at, step) values ($1, ${alert.alert_id}, now(), 'received')`)
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
    await insert(
      "insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ($1, now(), 'system', 'x', 'x', 'x', 'x')",
    )
    await insert("insert into signal (customer_id, token_id, format, body) values ($1, gen_random_uuid(), 'alertmanager', 'x')")
    await insert("insert into app_user (customer_id, issuer, subject, name, email) values ($1, 'i', $1, 'n', 'e')")
    await insert(
      "insert into invitation (customer_id, email, name, roles, created_at, expires_at) values ($1, 'e', 'n', '{}', now(), now())",
    )
    await insert("insert into ticket_word (customer_id, word, is_private) values ($1, 'word', false)")
    await insert(
      "insert into ticket_view (customer_id, owner_id, owner_name, name, search, created_at) values ($1, gen_random_uuid(), 'n', 'n', '{}', now())",
    )
    await insert('insert into dashboard_visit (customer_id, user_id, seen_at) values ($1, gen_random_uuid(), now())')
    await insert('insert into ticket_list_choice (customer_id, user_id) values ($1, gen_random_uuid())')
    await insert("insert into list_choice (customer_id, user_id, list) values ($1, gen_random_uuid(), 'incidents')")
    await insert("insert into idempotency_key (customer_id, user_id, key, request_hash) values ($1, gen_random_uuid(), 'k', sha256('x'))")
    await insert('insert into staff_look (customer_id, user_id, hour) values ($1, gen_random_uuid(), now())')
    await insert(
      `insert into api_token (customer_id, user_id, name, token_hash, scope, created_at)
       select $1, user_id, 'n', sha256(convert_to($1, 'UTF8')), '{}', now() from app_user where customer_id = $1`,
    )
    await insert(
      `insert into ticket_event (customer_id, ticket_id, at, kind, actor_type, actor_id, actor_name) values ($1, ${ticket.ticket_id}, now(), 'created', 'system', 'x', 'x')`,
    )
    const source = 'from monitoring_source where customer_id = $1 limit 1'
    await insert(
      `insert into source_mapping (customer_id, source_id, version, mapping, created_at, created_by) select $1, source_id, 1, '{}', now(), 'x' ${source}`,
    )
    await insert(`insert into source_topic (customer_id, source_id, topic_arn, asked_at) select $1, source_id, 'arn', now() ${source}`)
    await insert(
      `insert into event (customer_id, at, topic, kind, subject_id, actor_type, actor_id, actor_name) values ($1, now(), 'ticket', 'created', '${ticket.ticket_id}', 'system', 'x', 'x')`,
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
    await insert("insert into job (queue, customer_id, row_id) values ('test', $1, 'row')")
    const webhook = await insert(
      "insert into webhook (customer_id, name, url, kinds, sealed_secret, created_at) values ($1, 'n', 'https://x.example', '{}', 'x', now())",
    )
    await insert(
      `insert into webhook_delivery (customer_id, webhook_id, message_id, kind, body, next_at, created_at)
       values ($1, '${webhook.webhook_id}', gen_random_uuid(), 'created', '{}', now(), now())`,
    )
    const upload = await insert(
      "insert into entity_upload (customer_id, upload_id, file_name, state, created_by, created_at, changed_at) values ($1, gen_random_uuid(), 'f', 'received', 'x', now(), now())",
    )
    const ofUpload = `'${upload.upload_id}'`
    await insert(`insert into entity_upload_part (customer_id, upload_id, number, content) values ($1, ${ofUpload}, 0, 'x')`)
    await insert(
      `insert into entity_upload_row (customer_id, upload_id, row_number, key, entity, standing) values ($1, ${ofUpload}, 2, 'k', '{}', 'added')`,
    )
    await insert(`insert into entity_upload_problem (customer_id, upload_id, row_number, problem) values ($1, ${ofUpload}, 2, 'no_id')`)
    await insert('insert into entity_upload_habit (customer_id) values ($1)')
    const connector = await insert("insert into connector (customer_id, kind, name, created_at) values ($1, 'api', 'n', now())")
    const run = await insert(
      `insert into connector_run (customer_id, connector_id, state, cause, created_at) values ($1, '${connector.connector_id}', 'succeeded', 'person', now())`,
    )
    await insert(
      `insert into connector_entity (customer_id, connector_id, entity_id, run_id) values ($1, '${connector.connector_id}', '${entityId}', '${run.run_id}')`,
    )
    await insert(
      `insert into entity_history (customer_id, entity_id, run_id, at, kind) values ($1, '${entityId}', '${run.run_id}', now(), 'added')`,
    )
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
    await insert(
      `insert into user_session (customer_id, user_id, session_key, user_agent, address, signed_in_at, last_seen_at)
       select $1, user_id, sha256(convert_to($1, 'UTF8')), '', '', now(), now() from app_user where customer_id = $1`,
    )
    await insert(
      "insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at) values ($1, 'n', sha256(convert_to($1, 'UTF8')), 'abcd', '{}', 'x', now())",
    )
    await insert(
      'insert into monitoring_source_hour (customer_id, source_id, hour, signals) select $1, source_id, now(), 1 from monitoring_source where customer_id = $1',
    )
    await insert(`insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
         metric_name, auto_close_delay_in_seconds, missing_data, filter, active_from_slot, created_at, modified_at)
       values ($1, 'CPU', 'CPU', 2, 'avg', '>', 80, 3, 'CPU', 0, 'ignored', '{}', 1, now(), now())`)
    await insert(`insert into alert_rule_version (customer_id, rule_id, version, change, at, actor_name, content)
       select $1, rule_id, 1, 'created', now(), 'Eva', '{}' from alert_rule where customer_id = $1`)
    await insert(`insert into alert_rule_state (customer_id, rule_id, series_no, entity_id, violations, criticals, firing, healthy)
       select $1, rule_id, 1, gen_random_uuid(), 1, 0, 'no', 0 from alert_rule where customer_id = $1`)
    await insert('insert into alert_rule_revision (customer_id) values ($1)')
    await insert('insert into alert_rule_clock (customer_id, evaluated_to) values ($1, 1)')
    await insert("insert into alert_rule_checkpoint (customer_id, slot, states) values ($1, 1, '[]')")
    await insert(`insert into rule_standard (customer_id, name, description, filter, allows_threshold_changes, rules, created_at, created_by, modified_at, modified_by)
       values ($1, 'VM', '', '{}', false, '[]', now(), 'Eva', now(), 'Eva')`)
    await insert(`insert into rule_standard_follower (customer_id, standard_id, applied_version, applied_at, applied_by)
       select $1, standard_id, 1, now(), 'Eva' from rule_standard where customer_id = $1`)
    await insert(`insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, created_by,
         created_at, modified_at) values ($1, 'r', '{}', '{}', '{}', 'never', 60, now(), 'x', now(), now())`)
    await insert(`insert into service_window_target (customer_id, window_id, key)
       select $1, window_id, 'all' from service_window where customer_id = $1`)
    await insert(`insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at)
       select $1, window_id, now(), now(), now(), now() from service_window where customer_id = $1`)
    await insert(`insert into service_window_hold (customer_id, occurrence_id, alert_id, held_at)
       select $1, occurrence_id, ${alert.alert_id}, now() from service_window_occurrence where customer_id = $1`)
    await insert(`insert into service_window_calendar (customer_id, secret_hash, created_by, created_at)
       values ($1, sha256(convert_to($1, 'UTF8')), 'x', now())`)
    await insert('insert into customer_checklist (customer_id) values ($1)')
    await insert(`insert into entity_relation (customer_id, entity_id, kind, target_key) values ($1, '${entityId}', 'part-of', 'x')`)
    await insert('insert into metric_customer (customer_id) values ($1)')
    await insert("insert into metric_metadata (customer_id, metric, kind) values ($1, 'm', 'gauge')")
    await insert(
      "insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind) values ($1, 1, 'm', '{}', substring(sha256(convert_to($1, 'UTF8')) for 16), 'gauge')",
    )
    await insert(
      'insert into metric_interest (customer_id, entity_id, wanted_until) select $1, entity_id, now() from entity where customer_id = $1 limit 1',
    )
    await insert('insert into metric_due (customer_id, slot, due_at) values ($1, 1, now())')
    await insert("insert into metric_batch (customer_id, slot, points) values ($1, 1, 'x')")
    await insert("insert into metric_chunk (customer_id, slot, chunk, buckets) values ($1, extract(epoch from now()) / 300, 0, 'x')")
    for (const table of ['metric_day', 'metric_day_of_hours'])
      await insert(`insert into ${table} (customer_id, series_no, day, buckets) values ($1, 1, extract(epoch from now()) / 86400, 'x')`)
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
    return { incidentId: incident.incident_id as string, ticketId: ticket.ticket_id as string, alertId: alert.alert_id as string }
  })
  return { customerId, entityId, ...ids }
}

/** Without partitions: those are asked for through their parent. */
const tablesOfCustomers = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`

const partitions = "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'"

function proveIsolation(openServer: () => Promise<{ server: pg.PoolConfig; stop(): Promise<void> }>): void {
  const opened = openServer()
  const prepared = opened.then(async ({ server }) => {
    const fresh = await createDatabase(server)
    const [a, b] = [await furnish(fresh.database), await furnish(fresh.database)]
    const tables = (await asOwner<{ name: string }>(fresh.owner, tablesOfCustomers)).map(({ name }) => name)
    return { ...fresh, server, a, b, tables }
  })
  after(async () => {
    await (await prepared).remove()
    await (await opened).stop()
  })
  const countIn = async (transaction: Transaction, table: string, where = '') =>
    Number((await transaction.query(`select count(*) as count from ${table} ${where}`)).rows[0].count)

  test('every table of the schema is under forced row-level security', async () => {
    const { owner } = await prepared
    const open = await asOwner(
      owner,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'migration%'
         and not (relrowsecurity and relforcerowsecurity)`,
    )
    assert.deepEqual(open, [])
  })

  test('a partition is asked for through its table only', async () => {
    const { database, owner } = await prepared
    const names = (await asOwner<{ name: string }>(owner, partitions)).map(({ name }) => name)
    assert.ok(names.length > 10)
    for (const name of names)
      for (const pool of [database.app, database.worker]) await assert.rejects(pool.query(`select from ${name}`), denied, name)
  })

  test('a transaction that names no customer sees no row of any table', async () => {
    const { database, tables, owner } = await prepared
    assert.ok(tables.length >= 14)
    for (const table of tables) {
      const [{ count } = { count: 0 }] = await asOwner<{ count: number }>(owner, `select count(*)::int as count from ${table}`)
      assert.ok(count >= 2, `furnish has no row for the table ${table} yet`)
      const { rows } = await database.app.query(`select count(*)::int as count from ${table}`)
      assert.equal(rows[0].count, 0, table)
    }
  })

  test('a customer sees its own rows in every table, and none of another', async () => {
    const { database, tables, a, b } = await prepared
    for (const table of tables) {
      await inTransaction({ pool: database.app }, a.customerId, async (transaction) => {
        assert.ok((await countIn(transaction, table)) >= 1, table)
        assert.equal(await countIn(transaction, table, `where customer_id <> '${a.customerId}'`), 0, table)
        assert.equal(await countIn(transaction, table, `where customer_id = '${b.customerId}'`), 0, table)
      })
    }
  })

  for (const [what, find, everything] of [
    ['words', 'find_tickets($1, true, 100)', JSON.stringify([['s*', 'd*', 'x*', '1*']])],
    ['facets', 'find_tickets_by_facets($1::tsquery, 100)', "!'nothing'"],
  ] as const)
    test(`the search by ${what}, which reads past row-level security, finds what is the customer’s own, and nothing where none is named`, async () => {
      const { database, a, b } = await prepared
      for (const own of [a, b]) {
        const [found, visible] = await inTransaction({ pool: database.app }, own.customerId, async (transaction) => [
          await transaction.query(`select ${find} as id order by id`, [everything]),
          await transaction.query('select ticket_id as id from ticket order by ticket_id'),
        ])
        assert.ok(found?.rows.some(({ id }) => id === own.ticketId))
        assert.deepEqual(found?.rows, visible?.rows)
      }
      assert.deepEqual((await database.app.query(`select ${find} as id`, [everything])).rows, [])
      await assert.rejects(database.worker.query(`select ${find} as id`, [everything]), denied)
    })

  test('a worker that names a customer is held to it like everybody else', async () => {
    const { database, tables, a } = await prepared
    for (const table of tables) {
      await inTransaction({ pool: database.worker }, a.customerId, async (transaction) => {
        assert.equal(await countIn(transaction, table, `where customer_id <> '${a.customerId}'`), 0, table)
        assert.equal((await transaction.query(`delete from ${table} where customer_id <> $1`, [a.customerId])).rowCount, 0)
      })
    }
  })

  test('rows of another customer cannot be changed, taken over, given away or made', async () => {
    const { database, a, b } = await prepared
    const as = (customerId: string, sql: string) =>
      inTransaction({ pool: database.app }, customerId, async (transaction) => (await transaction.query(sql)).rowCount)
    assert.equal(await as(a.customerId, `update ticket set subject = 'mine' where ticket_id = ${b.ticketId}`), 0)
    assert.equal(await as(a.customerId, `update app_user set name = 'mine' where customer_id = '${b.customerId}'`), 0)
    await assert.rejects(as(a.customerId, `update ticket set customer_id = '${b.customerId}' where ticket_id = ${a.ticketId}`), denied)
    await assert.rejects(
      as(
        a.customerId,
        `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ('${b.customerId}', now(), 'user', 'x', 'x', 'x', 'x')`,
      ),
      denied,
    )
    await assert.rejects(
      as(a.customerId, `insert into signal (customer_id, token_id, format, body) values ('${b.customerId}', gen_random_uuid(), 'x', 'x')`),
      denied,
    )
    for (const table of ['ticket', 'ticket_comment', 'recorded_action', 'alert', 'customer'])
      await assert.rejects(as(a.customerId, `delete from ${table}`), denied, table)
    await assert.rejects(as(a.customerId, 'update recorded_action set actor_name = $$x$$'), denied)
  })

  test('a row cannot refer to a row of another customer, nor tell from the refusal whether it exists', async () => {
    const { database, a, b } = await prepared
    const comment = (ticketId: string) =>
      inTransaction({ pool: database.app }, a.customerId, (transaction) =>
        transaction.query(
          `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at) values ('${a.customerId}', ${ticketId}, 'user', 'x', 'x', 'x', now())`,
        ),
      )
    const refuse = async (ticketId: string) => {
      const error = await comment(ticketId).then(
        () => assert.fail('it was stored'),
        (thrown: pg.DatabaseError) => thrown,
      )
      assert.ok(isForeignKey(error))
      return [error.message, error.constraint]
    }
    assert.deepEqual(await refuse(b.ticketId), await refuse('999999999'))
    for (const sql of [
      `update ticket set entity_id = '${b.entityId}' where ticket_id = ${a.ticketId}`,
      `update ticket set incident_id = ${b.incidentId} where ticket_id = ${a.ticketId}`,
      `update alert set incident_id = ${b.incidentId} where alert_id = ${a.alertId}`,
      `update alert set entity_id = '${b.entityId}' where alert_id = ${a.alertId}`,
      `update incident set entity_id = '${b.entityId}' where incident_id = ${a.incidentId}`,
    ]) {
      await assert.rejects(
        workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query(sql)),
        isForeignKey,
        sql,
      )
    }
  })

  test('nobody can truncate', async () => {
    const { database, tables } = await prepared
    for (const pool of [database.app, database.worker])
      for (const table of tables) await assert.rejects(pool.query(`truncate ${table} cascade`), denied, table)
  })

  test('staff read over all customers and write nothing', async () => {
    const { database, tables, a, b } = await prepared
    const staff = { pool: database.app, isStaff: true }
    for (const table of tables) {
      const seen = await readForAllCustomers(staff, (transaction) =>
        countIn(transaction, table, `where customer_id in ('${a.customerId}', '${b.customerId}')`),
      )
      assert.ok(seen >= 2, table)
      for (const sql of [
        `delete from ${table}`,
        `update ${table} set customer_id = customer_id`,
        `insert into ${table} default values`,
        `truncate ${table} cascade`,
      ]) {
        await assert.rejects(
          readForAllCustomers(staff, (transaction) => transaction.query(sql)),
          denied,
          sql,
        )
      }
    }
    await assert.rejects(async () => readForAllCustomers({ ...staff, isStaff: false }, async () => null), /Only staff/)
  })

  test('the login reads and writes nothing when it sheds its role, and takes on no other', async () => {
    const { owner, keyring, tables } = await prepared
    for (const [role, others] of [
      ['vakt_app', ['vakt_worker', 'postgres']],
      ['vakt_worker', ['vakt_app', 'vakt_staff', 'postgres']],
    ] as const) {
      const client = new pg.Client(runtimeConnection(owner, keyring.root, role))
      await client.connect()
      try {
        for (const other of others) await assert.rejects(client.query(`set role ${other}`), denied, `${role} as ${other}`)
        await client.query('set role none')
        for (const table of tables) await assert.rejects(client.query(`select from ${table}`), denied, table)
        await assert.rejects(client.query('create table mine (x int)'), denied)
      } finally {
        await client.end()
      }
    }
  })

  test('a connection that goes back to the pool takes nothing along, whether the work succeeded or failed', async () => {
    const { owner, keyring, a } = await prepared
    const pool = new pg.Pool({ ...runtimeConnection(owner, keyring.root, 'vakt_app'), max: 1 })
    try {
      const rowsSeen = async () =>
        (
          await pool.query(
            "select count(*)::int as count, current_setting('vakt.customer_id', true) as customer, current_user as role from ticket",
          )
        ).rows[0]
      const empty = { count: 0, role: 'vakt_app' }
      assert.deepEqual(await rowsSeen(), { ...empty, customer: null })
      await inTransaction({ pool }, a.customerId, (transaction) => transaction.query('select 1'))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
      await assert.rejects(inTransaction({ pool }, a.customerId, (transaction) => transaction.query('select 1/0')))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
      await readForAllCustomers({ pool, isStaff: true }, (transaction) => transaction.query('select 1'))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
    } finally {
      await pool.end()
    }
  })

  test('2,000 interleaved requests of two customers on two connections, with rollbacks at random, never see the other’s rows', async () => {
    const { database, a, b } = await prepared
    const context = { pool: database.app }
    let rolledBack = 0
    const request = async (index: number) => {
      const own = index % 2 === 0 ? a : b
      try {
        await inTransaction(context, own.customerId, async (transaction) => {
          const { rows } = await transaction.query<{ customer_id: string }>({
            name: 'mixed',
            text: 'select customer_id from ticket union all select customer_id from alert',
          })
          assert.deepEqual([...new Set(rows.map(({ customer_id }) => customer_id))], [own.customerId])
          if (Math.random() < 0.2) await transaction.query('select 1/0')
          if (Math.random() < 0.1) throw new Error('given up')
          if (Math.random() < 0.1) await transaction.query(`update ticket set modified_at = now() where ticket_id = ${own.ticketId}`)
        })
      } catch (error) {
        if (!/division by zero|given up/.test((error as Error).message)) throw error
        rolledBack += 1
      }
    }
    await Promise.all(Array.from({ length: 2000 }, (_, index) => request(index)))
    assert.ok(rolledBack > 100)
  })

  test('the server refuses a database that would not keep customers apart, and says why', async () => {
    const { server } = await prepared
    const { owner, keyring, remove } = await createDatabase(server)
    const app = runtimeConnection(owner, keyring.root, 'vakt_app')
    const login = `"${app.user}"`
    const check = async (connection: pg.PoolConfig) => {
      const pool = new pg.Pool({ ...connection, max: 1 })
      // Its socket outlives `end` for a moment, and is broken where the database is dropped in that moment.
      pool.on('error', () => {})
      try {
        return await checkIsolation(pool).then(
          () => null,
          (error: Error) => error,
        )
      } finally {
        await pool.end()
      }
    }
    const cases: [make: string, undo: string, says: RegExp][] = [
      [`alter role ${login} superuser`, `alter role ${login} nosuperuser`, /is a superuser or may become one/],
      [`alter role ${login} bypassrls`, `alter role ${login} nobypassrls`, /has BYPASSRLS/],
      [`alter role ${login} createrole`, `alter role ${login} nocreaterole`, /may create roles/],
      [`create role mighty superuser; grant mighty to ${login}`, 'drop role mighty', /is a superuser or may become one/],
      [`alter table ticket owner to ${login}`, 'alter table ticket owner to postgres', /owns tables/],
      ['alter table ticket no force row level security', 'alter table ticket force row level security', /ticket is not under forced/],
      ['alter table alert disable row level security', 'alter table alert enable row level security', /alert is not under forced/],
      ['create table forgotten (x int)', 'drop table forgotten', /forgotten is not under forced/],
      ['create view every_ticket as select * from ticket', 'drop view every_ticket', /every_ticket is a view/],
      ['create materialized view kept_tickets as select * from ticket', 'drop materialized view kept_tickets', /kept_tickets is a view/],
      ['grant truncate on ticket to vakt_app', 'revoke truncate on ticket from vakt_app', /ticket could be truncated/],
      ['grant truncate on incident to vakt_staff', 'revoke truncate on incident from vakt_staff', /incident could be truncated/],
      ['grant truncate on alert to public', 'revoke truncate on alert from public', /alert could be truncated/],
    ]
    try {
      assert.equal(await check(app), null)
      assert.match((await check(owner))?.message ?? '', /is a superuser/)
      for (const [make, undo, says] of cases) {
        await asOwner(owner, make)
        const error = await check(app)
        await asOwner(owner, undo)
        assert.ok(error instanceof NotIsolated, make)
        assert.match(error.message, says)
        assert.match(error.message, /^[A-Z].*\.$/)
      }
      await asOwner(owner, 'create view own_tickets with (security_invoker = true) as select * from ticket')
      assert.equal(await check(app), null)
    } finally {
      await remove()
    }
  })
}

describe('on the embedded PostgreSQL', () => proveIsolation(async () => ({ server: sharedServer(), stop: async () => {} })))

describe('on PostgreSQL 15', { skip: existsSync(debian) ? false : `There is no ${debian} here.` }, () => proveIsolation(startDebian))
