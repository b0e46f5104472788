import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createElks } from '#server/platform/phone/elks-client.ts'
import { startElksServer } from '#server/testing/elks-server.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { newNumber, phoneOf } from '#server/testing/phone-desk.ts'
import { createProcess, takeSteps } from '#server/testing/process-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const elks = await startElksServer()
const phone = phoneOf(createElks(elks.settings))
const vakt = await createTestApp({ phone })
after(() => Promise.all([vakt.close(), elks.close()]))

/** A customer with an incident that no process was started on. */
async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const { entityId, name } = await createEntity(vakt.database, customerId)
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await vakt.call(anna, method, `/customer/${customerId}${path}`, body)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const labels = { alertname: 'DiskFull', severity: 'high', instance: name }
  const one = { status: 'firing', fingerprint: name, labels, annotations: {}, startsAt: new Date().toISOString() }
  const token = await createIngestToken(vakt.database, customerId)
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [{ ...one, endsAt: '0001-01-01T00:00:00Z' }] })
  await vakt.work()
  const [{ incidentId }] = await ask('GET', '/incident')
  const dryRun = async (actions: ProcessAction[]): Promise<Json[]> =>
    (await ask('POST', '/process-dry-run', { incidentId, name: 'Tried', actions })).steps
  const run = async (actions: ProcessAction[]): Promise<Json[]> => {
    const { processId } = await createProcess(vakt.database, customerId, { entityId, actions, name: 'Tried' })
    const { runId } = await ask('POST', `/incident/${incidentId}/process-run`, { processId })
    await takeSteps(vakt.database, 0, phone.settings)
    return (await ask('GET', `/process-run/${runId}`)).steps
  }
  return { customerId, anna, dryRun, run }
}

/** What is handed to a provider is under way. */
const states: Record<string, string> = { done: 'do', sending: 'do', skipped: 'skip', failed: 'fail' }
const contentOf = ({ reason, recipients, subject, text, before, after: next }: Json) => ({
  reason,
  recipients,
  subject,
  text,
  before,
  next,
})

test('a dry run says of each step what a run then does: caps, countries and languages of numbers, and the ticket as the steps before leave it', async () => {
  const { dryRun, run } = await createScene()
  const number = newNumber()
  const call = { type: 'voice_call', message: '{incident}', startHour: 0, endHour: 0, timeZone: 'UTC', useFullDayOnWeekends: true } as const
  const status = (ticketStatus: 'new' | 'in_progress' | 'closed' | 'resolved'): ProcessAction => ({
    type: 'update_ticket_status',
    ticketStatus,
    ticketNote: 'By {process}',
  })
  const actions: ProcessAction[] = [
    { type: 'sms', phoneNumber: number, message: `${'long '.repeat(150)}{resource}` },
    { type: 'sms', phoneNumber: number, message: 'again' },
    { ...call, phoneNumber: number, language: 'en' },
    { ...call, phoneNumber: newNumber(), language: 'sv' },
    { type: 'sms', phoneNumber: '+14155552671', message: 'abroad' },
    { type: 'sms', phoneNumber: '+46850000000', message: 'a landline' },
    { type: 'update_ticket_priority', ticketPriority: 2, ticketNote: '' },
    { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '{severity}' },
    { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '' },
    { type: 'update_assignee_group', assigneeGroup: 'Drift' },
    { type: 'update_assignee_group', assigneeGroup: 'Nät' },
    { type: 'tag_ticket', tag: 'night; pool', ticketNote: '' },
    { type: 'tag_ticket', tag: 'Pool; day', ticketNote: '' },
    { type: 'tag_ticket', tag: Array.from({ length: 60 }, (_, index) => `t${index}`).join(';'), ticketNote: '' },
    status('in_progress'),
    status('in_progress'),
    status('new'),
  ]
  const tried = await dryRun(actions)
  const ran = await run(actions)
  assert.deepEqual(
    tried.map((step) => [step.would, contentOf(step)]),
    ran.map((step) => [states[step.state], contentOf(step)]),
  )
  assert.deepEqual(
    tried.map(({ reason }) => reason),
    [null, 'held_back', null, 'language_not_spoken', 'country_not_allowed', 'number_wrong']
      .concat(['unchanged', null, 'unchanged', null, null, null, null, 'too_many_tags'])
      .concat([null, 'unchanged', 'ticket.status.not_possible']),
  )
  assert.match(tried[0].text, / l\S*\.\.\.$/)
  assert.deepEqual([tried[8].before, tried[10].before, tried[12].after], [null, 'Drift', 'day'])
  // The number has had an SMS just now; after the time of its cap it may have another one.
  const [now, , later] = await dryRun([
    { type: 'sms', phoneNumber: number, message: 'm' },
    { type: 'delay', delayInMinutes: 6, completeActionIfIncidentIsResolved: false },
    { type: 'sms', phoneNumber: number, message: 'm' },
  ])
  assert.deepEqual([now.would, now.reason, later.would, later.reason], ['skip', 'held_back', 'do', null])
})

test('a dry run counts the mails that an address has had within the hour, and those of the steps before', async () => {
  const { customerId, anna, dryRun, run } = await createScene()
  const mail = (subject: string): ProcessAction => ({
    type: 'email',
    to: anna.email,
    subject,
    body: 'Text',
    includeTicketInformation: false,
  })
  const mails = Array.from({ length: 97 }, () => randomUUID())
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    for (const mailId of mails)
      await transaction.query(
        `insert into mail_delivery (delivery_id, customer_id, recipient_customer_id, kind, private, address, recipient_name, language, subject, text_body, html_body, message_id, state, created_at, next_at, channel)
         values ($1::uuid, $2, $2, 'process', false, $3, 'Anna', 'en', 's', 't', 'h', $1::uuid::text, 'sent', now(), now(), 'mail')`,
        [mailId, customerId, anna.email],
      )
  })
  const delay: ProcessAction = { type: 'delay', delayInMinutes: 90, completeActionIfIncidentIsResolved: false }
  const judged = async (actions: ProcessAction[]) => (await dryRun(actions)).map(({ would, reason }) => [would, reason])
  const four = [mail('1'), mail('2'), mail('3'), mail('4')]
  const dry = await judged([...four, delay, mail('5')])
  assert.deepEqual(dry, [...Array(3).fill(['do', null]), ['do', 'held_back'], ['wait', null], ['do', null]])
  assert.deepEqual(
    (await run(four)).map(({ reason }) => reason),
    dry.slice(0, 4).map(([, reason]) => reason),
  )
})
