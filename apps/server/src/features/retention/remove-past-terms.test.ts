import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { retentionTerms } from '@vakt/contract/retention/retention-terms.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { removals } from '#server/roles/removals.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import type { Removal } from './removal.ts'
import { enqueueRemoval, removalQueues } from './remove-past-terms.ts'

const { database, close } = await createTestDatabase()
after(close)

const now = new Date()
const dayMs = 86_400_000
const createContext = (): Context => ({
  ...{ actor: { type: 'system', job: 'test' }, now, pool: database.worker, log: silentLog, requestId: null, isStaff: false },
})

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query<Row>(text, values))).rows

/** A second before, or after, the term of this kind is over. */
const past = (kind: keyof typeof retentionTerms) => new Date(now.getTime() - retentionTerms[kind].days * dayMs - 1000)
const within = (kind: keyof typeof retentionTerms) => new Date(now.getTime() - retentionTerms[kind].days * dayMs + 1000)

async function removeAll(of: readonly Removal[] = removals, rowsPerTurn?: number): Promise<void> {
  await enqueueRemoval(createContext())
  await workThrough(removalQueues(of, rowsPerTurn), createContext)
}

let number = 0

type AlertSeed = { at: Date; state?: 'firing' | 'resolved'; incidentId?: string | null; trailAt?: Date[] }

async function addAlert(customerId: string, { at, state = 'resolved', incidentId = null, trailAt = [at] }: AlertSeed): Promise<string> {
  number += 1
  const [row] = await query<{ alertId: string }>(
    `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, incident_id,
       started_at, ended_at, first_seen_at, last_seen_at, changed_at)
     values ($1, 'test', $2, $3, 'low', 'n', 'r', 'd', $4, $5, $5, $5, $5, $5) returning alert_id as "alertId"`,
    [customerId, `f${number}`, state, incidentId, at],
  )
  const alertId = row?.alertId ?? assert.fail()
  for (const entryAt of trailAt)
    await query("insert into alert_trail (customer_id, alert_id, at, step) values ($1, $2, $3, 'received')", [customerId, alertId, entryAt])
  return alertId
}

async function addIncident(customerId: string, at: Date, state = 'resolved'): Promise<string> {
  number += 1
  const [row] = await query<{ incidentId: string }>(
    `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     values ($1, $2, 'r', 't', 'low', $3, $4, $4, case when $3 = 'resolved' then $4::timestamptz end) returning incident_id as "incidentId"`,
    [customerId, `s${number}`, state, at],
  )
  const incidentId = row?.incidentId ?? assert.fail()
  await query(
    `insert into incident_event (customer_id, incident_id, at, kind, author_type, author_id, author_name, by_staff)
     values ($1, $2, $3, 'noted', 'system', 'x', 'x', false)`,
    [customerId, incidentId, at],
  )
  return incidentId
}

async function addTicket(customerId: string, at: Date, status = 'closed', incidentId: string | null = null): Promise<string> {
  const [row] = await query<{ ticketId: string }>(
    `insert into ticket (customer_id, subject, description, type, area, status, requester_name, source, incident_id, created_at, modified_at)
     values ($1, 's', 'd', 'request', 'other', $2, 'n', 'person', $3, $4, $4) returning ticket_id as "ticketId"`,
    [customerId, status, incidentId, at],
  )
  const ticketId = row?.ticketId ?? assert.fail()
  await query(
    `with attachment as (
       insert into ticket_attachment (customer_id, attachment_id, ticket_id, place, file_name, content_type, size, has_preview, author_type,
         author_id, author_name, created_at)
       values ($1, gen_random_uuid(), $2, 1, 'x.txt', 'text/plain', 1, false, 'system', 'x', 'x', now()) returning attachment_id
     ), content as (
       insert into ticket_attachment_content (customer_id, attachment_id, variant, content) select $1, attachment_id, 'whole', 'x' from attachment
     ), comment as (
       insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
       values ($1, $2, 'system', 'x', 'x', 'x', now())
     )
     insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
     values ($1, $2, 'n', 1, '2020-01-01', 'normal', true, gen_random_uuid(), 'n', now())`,
    [customerId, ticketId],
  )
  return ticketId
}

const idsOf = async (customerId: string, table: string, id = `${table}_id`): Promise<string[]> =>
  (await query<{ id: string }>(`select ${id} as id from ${table} where customer_id = $1 order by ${id}`, [customerId])).map((row) => row.id)

const countOf = async (customerId: string, table: string): Promise<number> => (await idsOf(customerId, table, 'customer_id')).length

test('alerts that are over go with their trail when their term is, to the second', async () => {
  const { customerId } = await createCustomer(database)
  const other = await createCustomer(database)
  await addAlert(customerId, { at: past('alerts') })
  const young = await addAlert(customerId, { at: within('alerts') })
  const firing = await addAlert(customerId, { at: past('alerts'), state: 'firing' })
  const ofOther = await addAlert(other.customerId, { at: within('alerts') })
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'alert'), [young, firing])
  assert.deepEqual(await idsOf(customerId, 'alert_trail', 'alert_id'), [young, firing])
  assert.deepEqual(await idsOf(other.customerId, 'alert'), [ofOther])
})

test('the alerts of an open incident stay, those of a resolved one go before it', async () => {
  const { customerId } = await createCustomer(database)
  const [open, resolved] = [await addIncident(customerId, past('alerts'), 'open'), await addIncident(customerId, past('alerts'))]
  const kept = await addAlert(customerId, { at: past('alerts'), incidentId: open })
  await addAlert(customerId, { at: past('alerts'), incidentId: resolved })
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'alert'), [kept])
  assert.deepEqual(await idsOf(customerId, 'alert_trail', 'alert_id'), [kept])
  assert.deepEqual(await idsOf(customerId, 'incident'), [open, resolved])
})

test('an alert that comes again loses the old part of its trail only, and what fires keeps what happened since it began', async () => {
  const { customerId } = await createCustomer(database)
  const recent = new Date(now.getTime() - dayMs)
  const recurring = await addAlert(customerId, { at: recent, trailAt: [past('alerts'), within('alerts'), recent] })
  const firing = await addAlert(customerId, { at: past('alerts'), state: 'firing', trailAt: [past('audit_log'), past('alerts')] })
  await query('update alert set first_seen_at = $2 where customer_id = $1', [customerId, past('audit_log')])
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'alert_trail', 'alert_id'), [recurring, recurring, firing])
})

test('an alert that a service window still holds stays, and occurrences that are over go', async () => {
  const { customerId } = await createCustomer(database)
  const held = await addAlert(customerId, { at: past('alerts') })
  await query(
    `insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, created_by, created_at,
       modified_at) values ($1, 'r', '{}', '{}', '{}', 'daily', 60, now(), 'x', now(), now())`,
    [customerId],
  )
  const addOccurrence = async (at: Date, isSettled: boolean) =>
    (
      await query<{ id: string }>(
        `insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at, settled_at)
         select $1, window_id, $2, $2, $2, $2, case when $3 then $2::timestamptz end from service_window where customer_id = $1
         returning occurrence_id as id`,
        [customerId, at, isSettled],
      )
    )[0]?.id ?? assert.fail()
  await addOccurrence(past('alerts'), true)
  const holding = await addOccurrence(new Date(past('alerts').getTime() - 1000), false)
  const young = await addOccurrence(within('alerts'), true)
  await query('insert into service_window_hold (customer_id, occurrence_id, alert_id, held_at) values ($1, $2, $3, now())', [
    customerId,
    holding,
    held,
  ])
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'alert'), [held])
  assert.deepEqual(await idsOf(customerId, 'service_window_occurrence', 'occurrence_id'), [holding, young])
})

test('incidents and tickets go to the second with all that was noted on them; what is open, or of something open, stays', async () => {
  const { customerId } = await createCustomer(database)
  const [old, edge] = [past('incidents_and_tickets'), within('incidents_and_tickets')]
  const gone = await addIncident(customerId, old)
  await addTicket(customerId, old, 'closed', gone)
  await addTicket(customerId, old, 'resolved')
  await query(
    "insert into process (customer_id, name, filter, all_rules, created_at, modified_at) values ($1, 'n', '{}', true, now(), now())",
    [customerId],
  )
  await query(
    `insert into process_version (customer_id, process_id, version, change, at, actor_name, name, description, actions)
     select $1, process_id, 1, 'created', now(), 'Eva', 'n', '', '[]' from process where customer_id = $1`,
    [customerId],
  )
  const running = await addIncident(customerId, old)
  await query(
    `insert into process_run (customer_id, process_id, process_version, incident_id, started_by, started_at, step_since)
     select $1, process_id, 1, $2, 'Eva', now(), now() from process where customer_id = $1`,
    [customerId, running],
  )
  const keptIncidents = [
    running,
    await addIncident(customerId, edge),
    await addIncident(customerId, old, 'open'),
    await addIncident(customerId, old, 'acknowledged'),
  ]
  const keptTickets = [await addTicket(customerId, edge), await addTicket(customerId, old, 'new')]
  const ofOpenIncident = await addTicket(customerId, old, 'closed', keptIncidents[2])
  const linked = await addTicket(customerId, old)
  await query('insert into ticket_link (customer_id, ticket_id, other_ticket_id, kind, created_at) values ($1, $2, $3, $4, now())', [
    customerId,
    linked,
    keptTickets[1],
    'follow_up',
  ])
  const ofOpenTicket = await addIncident(customerId, old)
  const openTicket = await addTicket(customerId, old, 'in_progress', ofOpenTicket)
  const follow =
    'insert into follower (customer_id, kind, target, follower_customer_id, user_id) select $1, $2, $3, $1, user_id from app_user where customer_id = $1'
  await query("insert into app_user (customer_id, issuer, subject, name, email) values ($1, 'i', $1, 'n', 'e')", [customerId])
  for (const id of [gone, keptIncidents[1]]) await query(follow, [customerId, 'incident', id])
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'incident'), [...keptIncidents, ofOpenTicket])
  const tickets = [...keptTickets, ofOpenIncident, linked, openTicket]
  assert.deepEqual(await idsOf(customerId, 'ticket'), tickets)
  for (const table of ['ticket_comment', 'ticket_attachment', 'ticket_attachment_content', 'ticket_hours'])
    assert.equal(await countOf(customerId, table), tickets.length, table)
  assert.deepEqual(await idsOf(customerId, 'incident_event', 'incident_id'), [...keptIncidents, ofOpenTicket])
  assert.deepEqual(await idsOf(customerId, 'follower', 'target'), [keptIncidents[1]])
})

test('an incident goes once nothing is merged into it any more, and stays while what it is merged into is open', async () => {
  const { customerId } = await createCustomer(database)
  const old = past('incidents_and_tickets')
  const [open, merged] = [await addIncident(customerId, old, 'open'), await addIncident(customerId, old)]
  const [target, source] = [await addIncident(customerId, old), await addIncident(customerId, old)]
  const merge = (from: string, into: string) =>
    query('update incident set merged_into = $3 where customer_id = $1 and incident_id = $2', [customerId, from, into])
  await merge(merged, open)
  await merge(source, target)
  await removeAll()
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'incident'), [open, merged])
})

test('the audit log and the history of resources go to the second', async () => {
  const { customerId } = await createCustomer(database)
  const { entityId } = await createEntity(database, customerId)
  for (const [index, at] of [past('audit_log'), within('audit_log')].entries())
    await query(
      "insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ($1, $2, 'system', 'x', 'x', 'x', $3)",
      [customerId, at, String(index)],
    )
  for (const at of [past('resource_history'), within('resource_history')])
    await query("insert into entity_history (customer_id, entity_id, at, kind) values ($1, $2, $3, 'added')", [customerId, entityId, at])
  await removeAll()
  assert.deepEqual(await idsOf(customerId, 'recorded_action', 'target'), ['1'])
  assert.equal(await countOf(customerId, 'entity_history'), 1)
})

test('what is cut off between two batches is gone on with, and customers take turns', async () => {
  const { customerId } = await createCustomer(database)
  await query(
    `insert into alert (customer_id, source, fingerprint, state, severity, name, rule, description, started_at, ended_at, first_seen_at,
       last_seen_at, changed_at)
     select $1, 'test', 'many ' || n, 'resolved', 'low', 'n', 'r', 'd', $2, $2, $2, $2, $2 from generate_series(1, 450) n`,
    [customerId, past('alerts')],
  )
  const kept = await addAlert(customerId, { at: within('alerts') })
  let batches = 0
  const breaking = removals.map((removal) => ({
    ...removal,
    remove: async (...parameters: Parameters<Removal['remove']>) => {
      const done = await removal.remove(...parameters)
      if (removal.removes === 'alert' && parameters[1] === customerId) batches += 1
      if (batches === 2) throw new Error('cut off')
      return done
    },
  }))
  await removeAll(breaking)
  assert.equal(await countOf(customerId, 'alert'), 251)
  const [job] = await query<{ state: string; attempts: number }>('select state, attempts from job where customer_id = $1', [customerId])
  assert.deepEqual(job, { state: 'waiting', attempts: 1 })
  await query('update job set due = now() where customer_id = $1', [customerId])
  const begun = await workThrough(removalQueues(removals, 200), createContext)
  assert.equal(begun, 2)
  assert.deepEqual(await idsOf(customerId, 'alert'), [kept])
})
