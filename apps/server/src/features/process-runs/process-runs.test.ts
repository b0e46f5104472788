import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { loopLimit } from '@vakt/domain/process-runs/decide-run.ts'
import { serviceWindowQueues } from '#server/features/service-windows/advance-windows.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createProcess, editProcess, takeSteps } from '#server/testing/process-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(karin, 'POST', '/authentication/usercontext', {})

const query = async (text: string, values: unknown[] = []): Promise<Json[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows

const createContext = (job: string) => ({
  ...{ actor: { type: 'system' as const, job }, now: new Date(), pool: vakt.database.worker },
  ...{ log: silentLog, ports, requestId: null, isStaff: false },
})

const email = (to: string, more: Partial<Extract<ProcessAction, { type: 'email' }>> = {}): ProcessAction => ({
  ...{ type: 'email', to, subject: '{severity}: {incident}', body: '{resource} <b>alerts</b>, {ticket}', includeTicketInformation: true },
  ...more,
})
const delay = (delayInMinutes: number, completeActionIfIncidentIsResolved = false): ProcessAction => ({
  ...{ type: 'delay', delayInMinutes, completeActionIfIncidentIsResolved },
})
const priority = (ticketPriority: number): ProcessAction => ({ type: 'update_ticket_priority', ticketPriority, ticketNote: '' })
const tag = (value: string): ProcessAction => ({ type: 'tag_ticket', tag: value, ticketNote: '' })
const sms = (phoneNumber: string): ProcessAction => ({ type: 'sms', phoneNumber, message: '{resource}: {incident}' })
const call = (phoneNumber: string): ProcessAction => ({
  ...{ type: 'voice_call', phoneNumber, message: 'Call about {resource}', startHour: 0, endHour: 24 },
  ...{ timeZone: 'Europe/Stockholm', useFullDayOnWeekends: true, language: 'sv' },
})
const check: ProcessAction = { type: 'check_alerting' }

/** A customer with an engineer, and a way to let resources alert. */
async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const token = await createIngestToken(vakt.database, customerId)
  const ask = async (method: string, path: string, body?: unknown, status?: number): Promise<Json> => {
    const answer = await vakt.call(anna, method, `/customer/${customerId}${path}`, body)
    if (status === undefined) assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
    else assert.equal(answer.statusCode, status, answer.body)
    return answer.body ? (answer.json().result ?? answer.json()) : undefined
  }
  const alert = async (entity: { name: string }, { rule = 'DiskFull', state = 'firing', at = Date.now() } = {}) => {
    const labels = { alertname: rule, severity: 'high', instance: entity.name }
    const startsAt = new Date(at).toISOString()
    const endsAt = state === 'firing' ? '0001-01-01T00:00:00Z' : new Date(at + 1000).toISOString()
    const one = { status: state, fingerprint: `${entity.name} ${rule}`, labels, annotations: { summary: `${rule} here` }, startsAt, endsAt }
    await vakt.send('alertmanager', token, { version: '4', status: state, alerts: [one] })
    await vakt.work()
  }
  const runs = (search = ''): Promise<Json[]> => ask('GET', `/process-run${search}`)
  const run = async (): Promise<Json> => ask('GET', `/process-run/${(await runs())[0].runId}`)
  const entity = await createEntity(vakt.database, customerId)
  const start = async (actions: ProcessAction[], more: { rules?: string[]; name?: string } = {}) => {
    const process = await createProcess(vakt.database, customerId, { entityId: entity.entityId, actions, ...more })
    await alert(entity)
    return process
  }
  return { customerId, emailDomain, anna, ask, alert, runs, run, entity, start }
}

const statesOf = ({ steps }: Json): string[] => steps.map(({ state, reason }: Json) => (reason ? `${state} ${reason}` : state))

test('an alert starts a process, which does each of its steps once, and tells it in trail, audit log and outbox', async () => {
  const { customerId, anna, ask, run, runs, start, alert, entity } = await createPlace()
  const { name } = await start([
    delay(5),
    check,
    email(anna.email),
    sms('+46701234567'),
    call('+46701234567'),
    priority(1),
    tag('night; pager'),
    { type: 'update_assignee_group', assigneeGroup: 'Drift' },
    { type: 'update_ticket_status', ticketStatus: 'in_progress', ticketNote: 'Automation looks at {resource}' },
    { type: 'restart_systemd_unit', unitNames: 'nginx.service' },
  ])
  await takeSteps(vakt.database)
  let seen = await run()
  assert.equal(seen.state, 'waiting')
  assert.deepEqual(statesOf(seen).slice(0, 2), ['waiting', 'ahead'])
  await takeSteps(vakt.database, 4)
  assert.equal((await run()).state, 'waiting')
  await takeSteps(vakt.database, 6)
  seen = await run()
  assert.equal(seen.state, 'finished')
  assert.deepEqual(statesOf(seen), [...Array(9).fill('done'), 'no_agent no_agent'])
  const ticket = await ask('GET', `/ticket/${seen.ticketId}`)
  assert.deepEqual([ticket.priority, ticket.tags, ticket.assigneeGroup, ticket.status], [1, ['night', 'pager'], 'Drift', 'in_progress'])
  assert.match(ticket.comments.at(-1).body, new RegExp(`Automation looks at ${entity.name}`))
  const [mail, text, voice] = await query(
    `select address, channel, language, subject, text_body as text, html_body as html, state from mail_delivery
     where customer_id = $1 and kind = 'process' order by channel`,
    [customerId],
  )
  assert.deepEqual([mail.address, mail.channel, mail.subject, mail.state], [anna.email, 'mail', 'hög: DiskFull here', 'kept'])
  assert.match(mail.html, /&lt;b&gt;alerts/)
  assert.deepEqual([text.address, text.channel, text.text], ['+46701234567', 'sms', `${entity.name}: DiskFull here`])
  const spoken = [voice.address, voice.channel, voice.language, voice.text, voice.state]
  assert.deepEqual(spoken, ['+46701234567', 'voice', 'sv', `Call about ${entity.name}`, 'kept'])
  const [first] = await ask('GET', '/alert')
  const { trail } = await ask('GET', `/alert/${first.alertId}`)
  const told: string[] = trail.map(({ step }: Json) => step).filter((step: string) => step.startsWith('process-'))
  assert.deepEqual([told[0], told[1], told.at(-1)], ['process-started', 'process-waits-delay', 'process-ended'])
  const effects = ['email', 'sms', 'voice_call', 'update_ticket_priority', 'tag_ticket', 'update_assignee_group', 'update_ticket_status']
  const typesIn = (entries: Json[]): string[] => entries.flatMap(({ details, values }) => (details ?? values).type ?? [])
  assert.deepEqual(typesIn(trail.filter(({ step }: Json) => step === 'process-step-done')), effects)
  const recorded = await query(
    "select details, actor_type, actor_name from recorded_action where customer_id = $1 and action = 'process-run.step' order by action_id",
    [customerId],
  )
  assert.deepEqual(typesIn(recorded), [...effects, 'restart_systemd_unit'])
  assert.equal(recorded[0].details.process, name)
  assert.deepEqual([recorded[0].actor_type, recorded[0].actor_name], ['automation', name])
  await alert(entity, { rule: 'CpuHigh' })
  await takeSteps(vakt.database, 60)
  assert.equal((await runs()).length, 1)
})

test('only the chosen rules start it, whichever alert of the incident is the first that matches', async () => {
  const { runs, start, alert, entity } = await createPlace()
  await start([priority(1)], { rules: ['CpuHigh'] })
  assert.equal((await runs()).length, 0)
  await alert(entity, { rule: 'CpuHigh' })
  await alert(entity, { rule: 'CpuHigh', at: Date.now() + 5000 })
  assert.deepEqual(
    (await runs()).map(({ alertRule }) => alertRule),
    ['CpuHigh'],
  )
})

test('what a window holds starts nothing until it is raised, and waiting runs pause before their next effect', async () => {
  const { customerId, ask, run, runs, start, entity, alert } = await createPlace()
  await start([delay(1), tag('after')])
  await takeSteps(vakt.database)
  const other = await createEntity(vakt.database, customerId)
  await createProcess(vakt.database, customerId, { entityId: other.entityId, actions: [tag('raised')] })
  const scope = { entityIds: [entity.entityId, other.entityId] }
  await ask('POST', '/service-window/start', { reason: 'Patching', scope, limitInSeconds: 3600 })
  await alert(other)
  assert.equal((await runs()).length, 1)
  await takeSteps(vakt.database, 2)
  const held = await run()
  assert.deepEqual([held.state, statesOf(held)], ['held', ['done', 'held']])
  const byHand = await createProcess(vakt.database, customerId, { entityId: entity.entityId, actions: [tag('by hand')] })
  await ask('POST', `/incident/${held.incident.incidentId}/process-run`, { processId: byHand.processId })
  await takeSteps(vakt.database, 2)
  assert.deepEqual((await runs()).map(({ state }) => state).toSorted(), ['finished', 'held'])
  const [window] = await ask('GET', '/service-window')
  await ask('POST', `/service-window/${window.serviceWindowId}/disable`, { raiseNow: true })
  await workThrough(serviceWindowQueues(), createContext)
  assert.equal((await runs()).length, 3)
  await takeSteps(vakt.database, 4)
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ['finished', 'finished', 'finished'],
  )
})

test('a delay ends early when the incident is resolved, and the check ends a run that does not alert any more', async () => {
  const { customerId, runs, start, alert, entity } = await createPlace()
  await start([delay(5, true), tag('late')], { name: 'Early' })
  await createProcess(vakt.database, customerId, { entityId: entity.entityId, name: 'Check', actions: [delay(5), check, tag('late')] })
  await alert(entity, { rule: 'DiskFull', state: 'resolved' })
  await alert(entity, { rule: 'DiskFull', at: Date.now() + 2000 })
  await takeSteps(vakt.database)
  await alert(entity, { rule: 'DiskFull', state: 'resolved', at: Date.now() + 4000 })
  await takeSteps(vakt.database, 6)
  const states = (await runs()).map(({ process, state, steps }) => [process.name, state, steps[0].state, steps.at(-1).state])
  assert.ok(
    states.some((one) => JSON.stringify(one) === JSON.stringify(['Early', 'completed_early', 'ended', 'ahead'])),
    JSON.stringify(states),
  )
  assert.ok(
    states.some((one) => JSON.stringify(one) === JSON.stringify(['Check', 'no_longer_alerting', 'done', 'ahead'])),
    JSON.stringify(states),
  )
})

test('a run goes on with the version that it started with when its process is edited, disabled and removed', async () => {
  const { customerId, ask, run, start } = await createPlace()
  const { processId, name } = await start([delay(30 * 1440), tag('first version')])
  await takeSteps(vakt.database)
  await editProcess(vakt.database, { customerId, processId, name, version: 2, actions: [tag('second version')] })
  await query('update process set enabled = false, removed_at = now() where process_id = $1', [processId])
  await takeSteps(vakt.database, 30 * 1440 - 1)
  assert.equal((await run()).state, 'waiting')
  await takeSteps(vakt.database, 30 * 1440 + 1)
  const ended = await run()
  assert.deepEqual([ended.state, ended.process.version], ['finished', 1])
  assert.deepEqual((await ask('GET', `/ticket/${ended.ticketId}`)).tags, ['first version'])
})

test('without automation among the features of the customer no effect begins', async () => {
  const { customerId, run, start } = await createPlace()
  await start([delay(0), tag('never')])
  await query("update customer set enabled_features = '{@feature.tickets.write,@feature.myenvironment.read}' where customer_id = $1", [
    customerId,
  ])
  await takeSteps(vakt.database)
  await query('update customer set enabled_features = null where customer_id = $1', [customerId])
  const ended = await run()
  assert.deepEqual([ended.state, statesOf(ended)], ['not_allowed', ['done', 'ended not_allowed']])
})

test('a step that the customer has switched off fails, and the run goes on', async () => {
  const { customerId, run, start, ask } = await createPlace()
  await start([tag('never'), delay(0)])
  await query("update customer set enabled_features = '{@feature.myenvironment.write}' where customer_id = $1", [customerId])
  await takeSteps(vakt.database)
  await query('update customer set enabled_features = null where customer_id = $1', [customerId])
  const ended = await run()
  assert.deepEqual([ended.state, statesOf(ended)], ['finished', ['failed not_permitted', 'done']])
  assert.deepEqual((await ask('GET', `/ticket/${ended.ticketId}`)).tags, [])
})

test('what a rule of tickets refuses fails the step, and the run goes on', async () => {
  const { run, start, ask } = await createPlace()
  const status = (ticketStatus: 'new' | 'resolved' | 'closed'): ProcessAction => ({
    type: 'update_ticket_status',
    ticketStatus,
    ticketNote: 'n',
  })
  await start([status('resolved'), status('resolved'), status('new'), status('closed'), tag('late')])
  await takeSteps(vakt.database)
  const ended = await run()
  assert.deepEqual(statesOf(ended), ['done', 'done unchanged', 'failed ticket.status.not_possible', 'done', 'failed ticket_closed'])
  assert.equal(ended.state, 'finished')
  assert.equal((await ask('GET', `/ticket/${ended.ticketId}`)).comments.length, 2)
})

test('a step that goes on failing ends its run, and leaves those of others alone', async () => {
  const { customerId, runs, start, entity } = await createPlace()
  await createProcess(vakt.database, customerId, {
    ...{ entityId: entity.entityId, name: 'Broken' },
    actions: [{ type: 'no such step' } as unknown as ProcessAction],
  })
  await start([tag('fine')], { name: 'Fine' })
  for (let attempt = 0; attempt < 8; attempt++) await takeSteps(vakt.database, (attempt + 1) * 120)
  const states = new Map(
    (
      await query('select v.name, r.outcome from process_run r join process_version v using (process_id) where r.customer_id = $1', [
        customerId,
      ])
    ).map(({ name, outcome }) => [name, outcome]),
  )
  assert.deepEqual([states.get('Broken'), states.get('Fine')], ['failed', 'finished'])
  assert.equal((await runs('?state=finished')).length, 1)
})

test('a process that resolves what still fires starts itself again: it is stopped, and staff are told once', async () => {
  const { customerId, runs, start, alert, entity } = await createPlace()
  await start([{ type: 'update_ticket_status', ticketStatus: 'resolved', ticketNote: 'Done' }])
  for (let round = 1; round <= loopLimit.runs + 2; round++) {
    await takeSteps(vakt.database)
    await alert(entity, { state: 'resolved', at: Date.now() + round * 10_000 })
    await alert(entity, { at: Date.now() + round * 10_000 + 5000 })
  }
  await takeSteps(vakt.database)
  const states = (await runs('?limit=50')).map(({ state }) => state)
  assert.equal(states.filter((state) => state === 'finished').length, loopLimit.runs)
  assert.ok(states.filter((state) => state === 'loop').length >= 2)
  const mails = await query("select address from mail_delivery where customer_id = $1 and kind = 'process_loop'", [customerId])
  assert.deepEqual(mails, [{ address: karin.email }])
})

test('people stop a run, skip a step, and start a process by hand; what came too late is refused', async () => {
  const { customerId, ask, run, runs, start } = await createPlace()
  const { processId } = await start([delay(60), tag('skipped to'), delay(60)])
  await takeSteps(vakt.database)
  const { runId, incident } = await run()
  await ask('POST', `/process-run/${runId}/skip`, { step: 1 }, 409)
  await ask('POST', `/process-run/${runId}/skip`, { step: 0 })
  await takeSteps(vakt.database)
  assert.deepEqual(statesOf(await run()), ['skipped by_person', 'done', 'waiting'])
  await ask('POST', `/process-run/${runId}/stop`)
  await ask('POST', `/process-run/${runId}/stop`, undefined, 409)
  await takeSteps(vakt.database, 200)
  assert.deepEqual([(await run()).state, (await run()).endedBy], ['stopped', 'anna'])
  const path = `/incident/${incident.incidentId}/process-run`
  await ask('POST', path, { processId: randomUUID() }, 409)
  await ask('POST', path, { processId })
  await ask('POST', path, { processId }, 409)
  assert.deepEqual([(await runs())[0].startedBy, (await runs())[0].alertRule], ['anna', null])
  const recorded = await query(
    "select action from recorded_action where customer_id = $1 and actor_type = 'user' and action like 'process-run.%' order by at",
    [customerId],
  )
  assert.deepEqual(
    recorded.map(({ action }) => action),
    ['process-run.skip', 'process-run.stop', 'process-run.start'],
  )
})

test('an address outside gets nothing until its owner has confirmed it', async () => {
  const { customerId, run, runs, start, entity } = await createPlace()
  const outside = `owner-${randomUUID()}@elsewhere.example`
  const { processId } = await start([email(`${outside}; nobody@${provider.emailDomain}`), email(outside), email('not an address')])
  await takeSteps(vakt.database)
  const first = await run()
  assert.deepEqual(statesOf(first), ['done', 'failed unconfirmed', 'failed invalid'])
  assert.deepEqual(
    first.steps[0].recipients.map(({ problem }: Json) => problem),
    ['unconfirmed', null],
  )
  const asked = await query("select text_body as text from mail_delivery where customer_id = $1 and kind = 'address_confirmation'", [
    customerId,
  ])
  assert.equal(asked.length, 1)
  const link = /https:\/\/vakt\.test(\/confirm-address\/vakt_confirm_[\w-]+)/.exec(asked[0].text)?.[1] ?? assert.fail(asked[0].text)
  const follow = (method: 'GET' | 'POST', url = link) => vakt.app.inject({ method, url })
  assert.match((await follow('GET')).body, /<form method="post">/)
  const count = async () =>
    (await query("select address from mail_delivery where customer_id = $1 and kind = 'process' and address = $2", [customerId, outside]))
      .length
  assert.equal((await follow('POST', `${link.slice(0, -1)}_`)).statusCode, 404)
  await query(
    'insert into process_run (customer_id, process_id, process_version, incident_id, entity_id, started_by, started_at, step_since) values ($1, $2, 1, $3, $4, $5, now(), now())',
    [customerId, processId, first.incident.incidentId, entity.entityId, 'before'],
  )
  assert.equal(await count(), 0)
  assert.doesNotMatch((await follow('POST')).body, /<form/)
  const [{ runId }] = await runs()
  await query(`insert into job (queue, customer_id, row_id) values ('process-run', $1, $2)`, [customerId, runId])
  await takeSteps(vakt.database)
  assert.deepEqual(statesOf(await run()).slice(0, 2), ['done', 'done'])
  assert.equal(await count(), 2)
})

test('a thousand incidents at once send one SMS to a number in five minutes, and each run says that it was held back', async () => {
  const { customerId, entity } = await createPlace()
  const { processId } = await createProcess(vakt.database, customerId, { actions: [sms('+46700000001')] })
  await query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at)
     select $1, $2, 'many ' || n, 'Many', 'Many', 'high', now(), now() from generate_series(1, 1000) n`,
    [customerId, entity.entityId],
  )
  await query(
    `with run as (insert into process_run (customer_id, process_id, process_version, incident_id, entity_id, alert_rule, started_at, step_since)
       select customer_id, $2, 1, incident_id, null, 'Many', now(), now() from incident where customer_id = $1 and rule = 'Many' returning run_id)
     insert into job (queue, customer_id, row_id) select 'process-run', $1, run_id from run`,
    [customerId, processId],
  )
  await takeSteps(vakt.database)
  const [{ sent }] = await query(
    "select count(*)::int as sent from mail_delivery where customer_id = $1 and channel = 'sms' and state <> 'held'",
    [customerId],
  )
  const [{ held }] = await query("select count(*)::int as held from process_run_step where customer_id = $1 and reason = 'held_back'", [
    customerId,
  ])
  assert.deepEqual([sent, held], [1, 999])
})

test('a dry run shows what each step would do now, to whom and with which text, and does nothing', async () => {
  const { customerId, anna, ask, start, entity, alert, run } = await createPlace()
  await start([tag('real')])
  await takeSteps(vakt.database)
  const { incident } = await run()
  const before = await query('select count(*)::int as count from mail_delivery')
  const voice = {
    message: '{resource}',
    startHour: 8,
    endHour: 8,
    timeZone: 'Europe/Stockholm',
    useFullDayOnWeekends: false,
    language: 'sv',
  }
  const actions: ProcessAction[] = [
    check,
    email(`${anna.email}; x@elsewhere.example`),
    delay(15, true),
    { type: 'voice_call', phoneNumber: '+46701234567', ...voice } as ProcessAction,
    { type: 'sms', phoneNumber: `schedule:${randomUUID()}`, message: 'm' },
    { type: 'update_ticket_status', ticketStatus: 'resolved', ticketNote: '' },
    { type: 'start_windows_service', serviceNames: 'W3SVC, Spooler' },
  ]
  const dry = (): Promise<Json> => ask('POST', '/process-dry-run', { incidentId: incident.incidentId, name: 'Mine', actions })
  const { steps, isAlerting } = await dry()
  assert.equal(isAlerting, true)
  assert.deepEqual(
    steps.map(({ would, reason }: Json) => [would, reason]),
    [
      ['do', null],
      ['do', 'unconfirmed'],
      ['wait', null],
      ['do', null],
      ['fail', 'nobody_on_call'],
      ['do', null],
      ['fail', 'no_agent'],
    ],
  )
  assert.equal(Date.parse(steps[3].at) - Date.parse(steps[0].at), 15 * 60_000)
  assert.deepEqual([steps[1].subject, steps[3].text, steps[6].names], ['hög: DiskFull here', entity.name, ['W3SVC', 'Spooler']])
  await alert(entity, { state: 'resolved', at: Date.now() + 1000 })
  assert.deepEqual(
    (await dry()).steps.map(({ would }: Json) => would),
    ['end', ...Array.from({ length: 6 }, () => 'unreached')],
  )
  assert.deepEqual(await query('select count(*)::int as count from mail_delivery'), before)
  assert.equal((await query('select from confirmed_address where customer_id = $1', [customerId])).length, 0)
  const stranger = await createPlace()
  await stranger.ask('POST', '/process-dry-run', { incidentId: incident.incidentId, name: '', actions }, 404)
})
