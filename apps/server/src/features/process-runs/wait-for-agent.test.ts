import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { endOldCommands } from '#server/features/agent-commands/exchange-commands.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createMachine } from '#server/testing/agent-machine.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createProcess, takeSteps } from '#server/testing/process-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())
const restart: ProcessAction = { type: 'restart_systemd_unit', unitNames: 'nginx' }
const tag: ProcessAction = { type: 'tag_ticket', tag: 'after', ticketNote: '' }
const delay: ProcessAction = { type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: false }

/** A machine with an agent, on which an alert has started a process with these steps. */
async function createScene(actions: ProcessAction[]) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId, name } = await createEntity(vakt.database, customerId)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await vakt.call(anna, method, `/customer/${customerId}${path}`, body)
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
    return answer.body ? answer.json().result : undefined
  }
  const { secret } = await ask('POST', '/agent-enrolment-token', { name: 'One', entityId })
  const machine = createMachine(
    async (url, headers, payload) => {
      const answer = await vakt.app.inject({ method: 'POST', url, headers, payload })
      return { status: answer.statusCode, body: answer.json() }
    },
    'vakt.test',
    name,
  )
  await machine.enrol(secret)
  await machine.report()
  await createProcess(vakt.database, customerId, { entityId, actions })
  const labels = { alertname: 'NginxDown', severity: 'high', instance: name }
  const alert = { status: 'firing', fingerprint: name, labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', await createIngestToken(vakt.database, customerId), {
    ...{ version: '4', status: 'firing' },
    alerts: [{ ...alert, endsAt: '0001-01-01T00:00:00Z' }],
  })
  await vakt.work()
  await takeSteps(vakt.database)
  const run = async (): Promise<Json> => ask('GET', `/process-run/${(await ask('GET', '/process-run'))[0].runId}`)
  const fetchCommand = async (more: object = {}) =>
    ((await machine.post(machine.sign(agentPaths.command, { lastSequence: 0, ...more }))).body.command as { commandId: string }).commandId
  const report = (commandId: string, state: string, reason: string | null = null, results: object[] = []) =>
    machine.post(machine.sign(agentPaths.result, { commandId, state, reason, results }))
  return { customerId, ask, run, fetchCommand, report }
}

const seenIn = ({ state, steps }: Json) => [state, ...steps.map((step: Json) => step.state)]

test('a run waits for the outcome of a command before its next step, and the trail says what came of it', async () => {
  const { ask, run, fetchCommand, report } = await createScene([restart, tag])
  assert.deepEqual(seenIn(await run()), ['waiting_for_agent', 'sending', 'ahead'])
  const commandId = await fetchCommand()
  await takeSteps(vakt.database, 4)
  assert.deepEqual(seenIn(await run()), ['waiting_for_agent', 'sending', 'ahead'])
  const results = [{ name: 'nginx', before: 'failed', after: 'active', exitCode: 0, milliseconds: 120 }]
  await report(commandId, 'done', null, results)
  await takeSteps(vakt.database)
  assert.deepEqual(seenIn(await run()), ['finished', 'done', 'done'])
  assert.deepEqual((await run()).steps[0].results, results)
  const [{ alertId }] = await ask('GET', '/alert')
  const { trail } = await ask('GET', `/alert/${alertId}`)
  assert.deepEqual(
    trail.map(({ step }: Json) => step).filter((step: string) => step.startsWith('process-')),
    ['process-started', 'process-step-done', 'process-waits-command', 'process-step-done', 'process-step-done', 'process-ended'],
  )
})

const onWindows: ProcessAction[] = [
  { type: 'start_windows_service', serviceNames: 'Spooler' },
  { type: 'start_iis_website', websiteNames: 'Intranet' },
  { type: 'start_iis_app_pool', appPoolNames: 'Intranet' },
  { type: 'restart_iis_app_pool', appPoolNames: 'Intranet' },
]

test('each command to Windows and IIS is in the trail of the alert, in the audit log and among the commands of the agent', async () => {
  const { customerId, ask, run, fetchCommand, report } = await createScene(onWindows)
  for (const _ of onWindows) {
    await report(await fetchCommand(), 'done')
    await takeSteps(vakt.database)
  }
  assert.deepEqual(seenIn(await run()), ['finished', 'done', 'done', 'done', 'done'])
  const types = onWindows.map(({ type }) => type)
  const [{ alertId }] = await ask('GET', '/alert')
  const { trail } = await ask('GET', `/alert/${alertId}`)
  const done = trail.filter(({ step }: Json) => step === 'process-step-done').map((entry: Json) => (entry.details ?? entry.values).type)
  // That it was sent, and what came of it.
  assert.deepEqual(
    done,
    types.flatMap((type) => [type, type]),
  )
  const query = async (text: string): Promise<Json[]> =>
    (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, [customerId]))).rows
  const recorded = await query('select action, details, actor_type from recorded_action where customer_id = $1 order by action_id')
  const recordedBy = (action: string) => recorded.filter((one) => one.action === action).map(({ details }) => details.type ?? details.kind)
  assert.deepEqual(recordedBy('process-run.step'), types)
  assert.deepEqual(recordedBy('agent.command'), types)
  assert.ok(recorded.every(({ action, actor_type }) => action !== 'agent.command' || actor_type === 'agent'))
  const commands = await query('select kind, state from agent_command where customer_id = $1 order by sequence')
  assert.deepEqual(
    commands,
    types.map((kind) => ({ kind, state: 'done' })),
  )
})

test('a delay after a command counts from its outcome; one that is refused fails its step and the run goes on', async () => {
  const { run, fetchCommand, report } = await createScene([restart, delay, tag])
  await report(await fetchCommand(), 'refused', 'not_allowed')
  await takeSteps(vakt.database, 3)
  assert.deepEqual(seenIn(await run()), ['waiting', 'failed', 'waiting', 'ahead'])
  await takeSteps(vakt.database, 7)
  assert.deepEqual(seenIn(await run()), ['waiting', 'failed', 'waiting', 'ahead'])
  await takeSteps(vakt.database, 9)
  assert.deepEqual(seenIn(await run()), ['finished', 'failed', 'done', 'done'])
})

test('a command that is never answered is unknown in the end, and the run goes on', async () => {
  const { run, fetchCommand } = await createScene([restart, tag])
  await fetchCommand()
  const now = new Date(Date.now() + 11 * 60_000)
  const actor = { type: 'system', job: 'test' } as const
  await endOldCommands({ pool: vakt.database.worker, now, log: silentLog, requestId: null, isStaff: false, actor })
  await takeSteps(vakt.database, 12)
  assert.deepEqual(seenIn(await run()), ['finished', 'unknown', 'done'])
})

test('nothing that ends old commands is needed for a run to go on; a person goes on before', async () => {
  const { run, ask, fetchCommand } = await createScene([restart, tag])
  await fetchCommand()
  await takeSteps(vakt.database, 16)
  assert.equal((await run()).state, 'waiting_for_agent')
  await takeSteps(vakt.database, 18)
  assert.equal((await run()).state, 'finished')
  const other = await createScene([restart, tag])
  await other.ask('POST', `/process-run/${(await other.run()).runId}/skip`, { step: 0 })
  await takeSteps(vakt.database)
  assert.deepEqual(seenIn(await other.run()), ['finished', 'sending', 'done'])
  await ask('GET', '/process-run?state=waiting_for_agent')
})

test('a dry run says what the list of the machine does not allow, once its agent has said what it names', async () => {
  const { ask, run, fetchCommand } = await createScene([restart, tag])
  const { incident } = await run()
  const dry = async (unitNames = ['nginx', 'nginx, sshd']) => {
    const actions = unitNames.map((names) => ({ type: 'restart_systemd_unit', unitNames: names }))
    const { steps } = await ask('POST', '/process-dry-run', { incidentId: incident.incidentId, name: '', actions })
    return steps.map(({ would, reason }: Json) => [would, reason])
  }
  const fine = ['do', null]
  assert.deepEqual(await dry(), [fine, fine])
  await fetchCommand({ allowed: { restart_systemd_unit: ['nginx.service'], of_a_later_version: ['x'] } })
  assert.deepEqual(await dry(), [fine, ['fail', 'agent_not_allowed']])
  // Of a process that was saved before its names were checked.
  assert.deepEqual(await dry(['a&b']), [['fail', 'agent_name_invalid']])
})
