import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { NewProcess } from '@vakt/contract/processes/processes.ts'
import { actionOf, externalRule, findChanged, mergeValues, newStep, processOf, stepOf, valuesOf } from './process-values.ts'

const empty = { timeZone: 'Europe/Stockholm', language: 'sv' } as const
const schedule = 'schedule:5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11'
const actions: ProcessAction[] = [
  { type: 'email', to: 'a@example.com', subject: 's', body: 'b', includeTicketInformation: false },
  {
    ...{ type: 'voice_call', phoneNumber: schedule, message: 'm', startHour: 0, endHour: 0, timeZone: 'UTC' },
    ...{ useFullDayOnWeekends: true, language: 'en' },
  },
  { type: 'update_ticket_status', ticketStatus: 'resolved', ticketNote: 'n' },
  { type: 'update_assignee_group', assigneeGroup: 'g' },
  { type: 'delay', delayInMinutes: 0, completeActionIfIncidentIsResolved: false },
  { type: 'check_alerting' },
  { type: 'start_windows_service', serviceNames: 's' },
  { type: 'start_iis_website', websiteNames: 'w' },
  { type: 'start_iis_app_pool', appPoolNames: 'p' },
  { type: 'restart_iis_app_pool', appPoolNames: 'p' },
  { type: 'update_ticket_priority', ticketPriority: 2, ticketNote: '' },
  { type: 'tag_ticket', tag: 't', ticketNote: 'n' },
  { type: 'sms', phoneNumber: '+46701234567', message: 'm' },
  { type: 'teams', chatDestinationId: 'c', message: 'm' },
  { type: 'slack', chatDestinationId: 'd', message: 'm' },
  { type: 'restart_systemd_unit', unitNames: 'u' },
]
const process: NewProcess = {
  ...{ name: 'n', description: 'd', enabled: false, entityId: 'e', filter: null, excludedEntityIds: [], applyToAllAlertRules: false },
  ...{ alertRuleIds: ['r'], externalRules: ['HighCpu'], actions },
}

test('every kind of step comes out of the form as it went in', () => {
  for (const action of actions) assert.deepEqual(actionOf(stepOf(action, empty)), action)
  assert.equal(actions.length, 16)
})

test('a process comes out of the form as it went in, with rules of other sources among the chosen ones', () => {
  const values = valuesOf(process, empty)
  assert.deepEqual(values.alertRuleIds, ['r', externalRule('HighCpu')])
  assert.deepEqual(processOf(values, { entityId: 'e', before: { enabled: false, excludedEntityIds: [] } }), process)
  const filter = { type: ['vm'], resourceGroup: [], tag: ['a=b'] }
  const byFilter = { ...process, entityId: null, filter, excludedEntityIds: ['x'] }
  assert.deepEqual(processOf(valuesOf(byFilter, empty), { entityId: null, before: byFilter }), byFilter)
})

test('for all rules the chosen ones are left out, and without a resource a process is for a filter', () => {
  const made = processOf({ ...valuesOf(process, empty), rules: 'all' }, { entityId: null, before: null })
  assert.deepEqual([made.alertRuleIds, made.externalRules, made.entityId, made.filter?.type], [[], [], null, []])
})

test('what two people changed apart is kept of both; the same field is the reader’s own', () => {
  const base = valuesOf(process, empty)
  const latest = { ...base, name: 'theirs', description: 'theirs' }
  const mine = { ...base, name: 'mine', actions: [newStep('delay', empty)] }
  assert.deepEqual(findChanged(base, latest), ['name', 'description'])
  const merged = mergeValues(base, latest, mine)
  assert.deepEqual([merged.name, merged.description, merged.actions.length], ['mine', 'theirs', 1])
})
