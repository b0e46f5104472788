import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { NewProcess } from '@vakt/contract/processes/processes.ts'
import { isAgentAction, namesOf, phoneNumberOfSchedule, scheduleOf, splitSemicolons } from './action-values.ts'
import { checkAction, checkActions, checkProcess } from './check-process.ts'
import { describeAction, describeValue, textOf } from './describe-action.ts'
import { findUnknownPlaceholders, type PlaceholderValues, renderPlaceholders } from './render-placeholders.ts'

const schedule = '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11'
const note = { ticketNote: 'By automation' }
const call = {
  ...{ type: 'voice_call', phoneNumber: '+46701234567', message: '{resource} is down', startHour: 8, endHour: 17 },
  ...{ timeZone: 'Europe/Stockholm', useFullDayOnWeekends: true, language: 'sv' },
} as const satisfies ProcessAction
const mail = {
  ...{ type: 'email', to: 'a@example.com; b@example.com;', subject: '{severity}', body: 'x', includeTicketInformation: true },
} as const satisfies ProcessAction

/** Each kind of step with its sentences. */
const every: [ProcessAction, string, string][] = [
  [mail, 'Email a@example.com, b@example.com', 'Mejla a@example.com, b@example.com'],
  [call, 'Call +46701234567, 08:00–17:00', 'Ring +46701234567, 08:00–17:00'],
  [
    { type: 'update_ticket_status', ticketStatus: 'in_progress', ...note },
    'Set the ticket’s status to In progress',
    'Sätt ärendets status till Pågår',
  ],
  [{ type: 'update_assignee_group', assigneeGroup: 'Drift' }, 'Assign the ticket to Drift', 'Tilldela ärendet till Drift'],
  [{ type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: false }, 'Wait 5 min', 'Vänta 5 min'],
  [{ type: 'check_alerting' }, 'Still alerting? Otherwise end', 'Larmar det fortfarande? Avsluta annars'],
  [{ type: 'start_windows_service', serviceNames: 'W3SVC' }, 'Start Windows service W3SVC', 'Starta Windowstjänsten W3SVC'],
  [{ type: 'start_iis_website', websiteNames: 'Shop' }, 'Start IIS website Shop', 'Starta IIS-webbplatsen Shop'],
  [{ type: 'start_iis_app_pool', appPoolNames: 'a, b' }, 'Start IIS app pool a, b', 'Starta IIS-programpoolen a, b'],
  [
    { type: 'restart_iis_app_pool', appPoolNames: 'a,b,c,d,e' },
    'Restart IIS app pool a, b, c +2',
    'Starta om IIS-programpoolen a, b, c +2',
  ],
  [
    { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '' },
    'Set the ticket’s priority to critical',
    'Sätt ärendets prioritet till kritisk',
  ],
  [{ type: 'tag_ticket', tag: 'auto; pool', ticketNote: '' }, 'Tag the ticket with auto, pool', 'Tagga ärendet med auto, pool'],
  [{ type: 'sms', phoneNumber: phoneNumberOfSchedule(schedule), message: 'x' }, 'SMS to on call Drift', 'Sms till jouren Drift'],
  [
    { type: 'restart_systemd_unit', unitNames: 'nginx.service' },
    'Restart systemd unit nginx.service',
    'Starta om systemd-enheten nginx.service',
  ],
]

test('each kind of step has its sentence in both languages, and passes its check', () => {
  assert.equal(new Set(every.map(([{ type }]) => type)).size, 14)
  for (const [action, english, swedish] of every) {
    assert.equal(describeAction(action, 'en', { [schedule]: 'Drift' }), english)
    assert.equal(describeAction(action, 'sv', { [schedule]: 'Drift' }), swedish)
    assert.deepEqual(checkAction(action), [], english)
  }
})

test('statuses and priorities that a step changes are in words, other values as they are', () => {
  const of = (type: ProcessAction['type'], value: string) => [describeValue(type, value, 'en'), describeValue(type, value, 'sv')]
  assert.deepEqual(of('update_ticket_status', 'in_progress'), ['In progress', 'Pågår'])
  assert.deepEqual(of('update_ticket_priority', '2'), ['high', 'hög'])
  assert.deepEqual(of('update_assignee_group', '2'), ['2', '2'])
})

const keysOf = (action: ProcessAction) => checkAction(action).map(({ property, key }) => `${property} ${key}`)

test('what is missing or malformed is named by its parameter', () => {
  assert.deepEqual(keysOf({ ...mail, to: ' ; ', subject: ' ', body: '' }), [
    'to process.to_empty',
    'subject process.subject_empty',
    'body process.message_empty',
  ])
  assert.deepEqual(keysOf({ ...mail, to: 'a@example.com, b@example.com' }), ['to process.to_wrong'])
  assert.deepEqual(keysOf({ ...mail, to: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`).join(';') }), [
    'to process.to_many',
  ])
  assert.deepEqual(keysOf({ ...call, timeZone: 'Europe/Atlantis', message: '' }), [
    'message process.message_empty',
    'timeZone process.time_zone',
  ])
  assert.deepEqual(keysOf({ type: 'update_ticket_status', ticketStatus: 'resolved', ticketNote: '\n' }), ['ticketNote process.note_empty'])
  assert.deepEqual(keysOf({ type: 'update_assignee_group', assigneeGroup: '' }), ['assigneeGroup process.group_empty'])
  assert.deepEqual(keysOf({ type: 'tag_ticket', tag: ';', ticketNote: '' }), ['tag process.tag_empty'])
  assert.deepEqual(keysOf({ type: 'tag_ticket', tag: 'x'.repeat(65), ticketNote: '' }), ['tag process.tag_long'])
})

test('a telephone number is E.164, or an on-call schedule', () => {
  const keys = (phoneNumber: string) => keysOf({ type: 'sms', phoneNumber, message: 'x' })
  assert.deepEqual(keys('+46701234567'), [])
  assert.deepEqual(keys(`schedule:${schedule}`), [])
  assert.deepEqual(keys(''), ['phoneNumber process.phone_empty'])
  for (const wrong of ['0701234567', '+0701234567', '+4670', 'schedule:1', `schedule:${schedule}x`, '+46 70 123 45 67'])
    assert.deepEqual(keys(wrong), ['phoneNumber process.phone_wrong'], wrong)
})

test('names for the agent are a closed set of characters: no wildcard, path or command', () => {
  const keys = (serviceNames: string) => keysOf({ type: 'start_windows_service', serviceNames })
  assert.deepEqual(keys('MSSQL$SQLEXPRESS, Windows Time, åäö (x)'), [])
  assert.deepEqual(keys(' , '), ['serviceNames process.names_empty'])
  for (const wrong of [
    '*',
    'a; rm',
    'a|b',
    '"a"',
    '../a',
    'a\nb',
    '`a`',
    'a&b',
    'a+b',
    "a'b",
    'a:b',
    'a\\b',
    'a[b]',
    '-a',
    'a'.repeat(129),
  ])
    assert.deepEqual(keys(wrong), ['serviceNames process.names_wrong'], wrong)
  assert.deepEqual(keys(Array.from({ length: 51 }, (_, index) => `s${index}`).join()), ['serviceNames process.names_many'])
})

const process: NewProcess = {
  ...{ name: 'Restart pool', description: '', enabled: true, entityId: schedule, filter: null, excludedEntityIds: [] },
  ...{ applyToAllAlertRules: true, alertRuleIds: [], externalRules: [], actions: [mail] },
}

test('a process has a name, a resource or a filter, rules, and at least one action', () => {
  const keys = (changed: Partial<NewProcess>) => checkProcess({ ...process, ...changed }).map(({ property, key }) => `${property} ${key}`)
  assert.deepEqual(keys({}), [])
  assert.deepEqual(keys({ name: ' ', actions: [] }), ['name process.name_empty', 'actions process.actions_empty'])
  assert.deepEqual(keys({ entityId: null }), ['entityId process.cover_empty'])
  assert.deepEqual(keys({ filter: { type: [], resourceGroup: [], tag: [] } }), ['entityId process.cover_empty'])
  assert.deepEqual(keys({ applyToAllAlertRules: false }), ['alertRuleIds process.rules_empty'])
  assert.deepEqual(keys({ applyToAllAlertRules: false, externalRules: ['HighCpu'] }), [])
})

test('of 100 steps each problem names its step', () => {
  const actions: ProcessAction[] = Array.from({ length: 100 }, (_, index) => (index === 99 ? { ...mail, to: '' } : mail))
  assert.deepEqual(
    checkActions(actions).map(({ property }) => property),
    ['actions.99.to'],
  )
})

test('delays are described in the largest unit that fits', () => {
  const of = (delayInMinutes: number, completeActionIfIncidentIsResolved = false) =>
    describeAction({ type: 'delay', delayInMinutes, completeActionIfIncidentIsResolved }, 'en')
  assert.deepEqual([of(0), of(90), of(120), of(1440), of(43_200)], ['Wait 0 min', 'Wait 90 min', 'Wait 2 h', 'Wait 1 day', 'Wait 30 days'])
  assert.equal(of(5, true), 'Wait 5 min; end if the incident is resolved')
})

test('values are split, trimmed and kept once; schedules and agent steps are told apart', () => {
  assert.deepEqual(splitSemicolons(' a ;b;; a '), ['a', 'b'])
  assert.deepEqual([scheduleOf('+46701234567'), scheduleOf(phoneNumberOfSchedule(schedule))], [null, schedule])
  assert.deepEqual(every.flatMap(([action]) => (isAgentAction(action) ? [namesOf(action)] : [])).at(-2), ['a', 'b', 'c', 'd', 'e'])
  assert.equal(describeAction({ type: 'sms', phoneNumber: phoneNumberOfSchedule(schedule), message: 'x' }, 'en'), 'SMS to on call')
})

const values: PlaceholderValues = {
  ...{
    resource: 'vm-1',
    severity: '{ticket}',
    ticket: '#10',
    incident: '7',
    rule: 'CPU',
    metric: 'cpu',
    customer: 'Nordan',
    time: '10:00',
  },
  process: 'Restart',
}

test('placeholders are put in once; unknown names stay and are found', () => {
  assert.equal(
    renderPlaceholders('{resource} {severity} {resources} {RESOURCE} {{ticket}}', values),
    'vm-1 {ticket} {resources} {RESOURCE} {#10}',
  )
  assert.deepEqual(findUnknownPlaceholders('{resource} {resources} {x} {x}'), ['resources', 'x'])
  assert.equal(textOf(call), '{resource} is down')
  assert.equal(textOf(mail), '{severity}\nx')
  assert.equal(textOf({ type: 'check_alerting' }), null)
  assert.equal(textOf({ type: 'tag_ticket', tag: 'x', ticketNote: '' }), null)
})
