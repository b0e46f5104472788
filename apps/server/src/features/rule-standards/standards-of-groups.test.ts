import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import pg from 'pg'
import { customerGroupQueues } from '#server/features/customers/follow-groups.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { standardQueues } from './apply-in-background.ts'
import { followGroupsOfStandards } from './follow-groups.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
before(async () => {
  await vakt.call(karin, 'POST', '/authentication/usercontext', {})
})

async function ok(user: TestUser, method: string, address: string, body?: object) {
  const answer = await vakt.call(user, method, address, body)
  assert.ok(answer.statusCode === 200 || answer.statusCode === 204, `${method} ${address}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const keyOf = async (method: string, address: string, body?: object) => {
  const answer = await vakt.call(karin, method, address, body)
  return `${answer.statusCode} ${answer.json().errors?.[0].property} ${answer.json().errors?.[0].message_translation_key}`
}

/** Everything that waits is done, or what these queues have. */
const work = (queues = { ...standardQueues(), ...customerGroupQueues([followGroupsOfStandards]) }) =>
  workThrough(queues, () => ({
    ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  }))

/** Gives a customer these labels, and waits for what follows. */
async function label(customerId: string, ...labels: string[]) {
  const path = `/admin/customer/${customerId}`
  const { name, emailDomains, tenants, version } = await ok(karin, 'GET', path)
  await ok(karin, 'PUT', path, { name, emailDomains, tenants, version, labels })
  await work()
}

async function openCustomer(...labels: string[]) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  if (labels.length > 0) await label(customerId, ...labels)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const ruleNames = async (): Promise<string[]> =>
    (await ok(anna, 'GET', `/customer/${customerId}/alert-rule`)).map(({ name }: { name: string }) => name)
  return { customerId, name: `Customer ${customerId}`, anna, ruleNames }
}

const newGroup = () => `Gold ${crypto.randomUUID().slice(0, 8)}`
const bodyFor = (groups: string[] | undefined, changed: object = {}) => ({
  ...{ name: 'Virtual machines', description: '', filter: { type: ['vm'], resourceGroup: [], tag: [] }, ...(groups && { groups }) },
  rules: [
    {
      ...{ name: 'CPU high', description: 'The CPU is busy.', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 80 },
      ...{ alertsBeforeAction: 3, metricName: 'cpu' },
    },
  ],
  ...changed,
})

async function openStandard(groups: string[]) {
  const { standardId }: RuleStandard = await ok(karin, 'POST', '/admin/rule-standard', bodyFor(groups))
  await work()
  const one = `/admin/rule-standard/${standardId}`
  const followers = async () =>
    ((await ok(karin, 'GET', `${one}/customer`)) as StandardFollower[]).map(({ customerId, group }) => [customerId, group])
  const change = async (wanted: string[] | undefined) => {
    const { version } = await ok(karin, 'GET', one)
    await ok(karin, 'PUT', one, { ...bodyFor(wanted), version })
    await work()
  }
  return { standardId, one, followers, change }
}

test('who is in a group of a standard follows it: those that are there, those that join, and no longer those that leave', async () => {
  const group = newGroup()
  const [gold, later, other] = [await openCustomer(group.toUpperCase()), await openCustomer(), await openCustomer('Silver')]
  const { followers } = await openStandard([` ${group} `])
  assert.deepEqual(await followers(), [[gold.customerId, group]])
  assert.deepEqual(await gold.ruleNames(), ['CPU high'])
  assert.deepEqual([await later.ruleNames(), await other.ruleNames()], [[], []])
  await label(later.customerId, group, 'Finance')
  assert.deepEqual(await later.ruleNames(), ['CPU high'])
  await label(gold.customerId)
  assert.deepEqual([await gold.ruleNames(), await followers()], [[], [[later.customerId, group]]])
})

test('what is tried again for a member of a group ends with its membership all the same', async () => {
  const group = newGroup()
  const gold = await openCustomer(group)
  const { standardId }: RuleStandard = await ok(karin, 'POST', '/admin/rule-standard', bodyFor([group]))
  await work({ ...customerGroupQueues([followGroupsOfStandards]) })
  await ok(karin, 'POST', `/admin/rule-standard/${standardId}/apply`, { customerIds: [gold.customerId] })
  await work()
  assert.deepEqual(await gold.ruleNames(), ['CPU high'])
  await label(gold.customerId)
  assert.deepEqual(await gold.ruleNames(), [])
})

test('a customer that is created in a group follows its standards', async () => {
  const group = newGroup()
  const { followers } = await openStandard([group])
  const customerId = `new-${crypto.randomUUID().slice(0, 8)}`
  const created = await ok(karin, 'POST', '/admin/customer', {
    ...{ customerId, name: customerId, emailDomains: [], tenants: [] },
    labels: [` ${group} `, group],
  })
  assert.deepEqual(created.labels, [group])
  await work()
  assert.deepEqual(await followers(), [[customerId, group]])
})

test('groups are given to a standard and taken from it later; a change that does not name them leaves them', async () => {
  const [first, second] = [newGroup(), newGroup()]
  const [one, two] = [await openCustomer(first), await openCustomer(second)]
  const { followers, change, one: address } = await openStandard([first])
  await change(undefined)
  assert.deepEqual(await followers(), [[one.customerId, first]])
  await change([second])
  assert.deepEqual([await followers(), await one.ruleNames()], [[[two.customerId, second]], []])
  assert.equal(await keyOf('DELETE', address), '409  rule_standard.followed')
  await change([])
  assert.deepEqual(await followers(), [])
  await ok(karin, 'DELETE', address)
})

test('a customer that was chosen by itself keeps the standard when it leaves a group; in a group it cannot be stopped there', async () => {
  const group = newGroup()
  const [chosen, member] = [await openCustomer(), await openCustomer(group)]
  const { one, followers } = await openStandard([group])
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [chosen.customerId] })
  await label(chosen.customerId, group)
  const stop = (customerId: string) => keyOf('POST', `${one}/stop`, { customerIds: [customerId] })
  assert.equal(await stop(member.customerId), '400 customerIds rule_standard.of_group')
  assert.equal(await stop(chosen.customerId), '400 customerIds rule_standard.of_group')
  // Applied again by hand, a member is in it because of the group still.
  await ok(karin, 'POST', `${one}/apply`, { customerIds: [member.customerId] })
  await work()
  await label(chosen.customerId)
  await label(member.customerId)
  assert.deepEqual(await followers(), [[chosen.customerId, null]])
  await ok(karin, 'POST', `${one}/stop`, { customerIds: [chosen.customerId] })
  await work()
  assert.deepEqual(await followers(), [])
})

test('a closed customer keeps what it has, and follows its groups once it is opened again', async () => {
  const group = newGroup()
  const gone = await openCustomer(group)
  await ok(karin, 'PUT', `/admin/customer/${gone.customerId}/closing`, { confirmation: gone.name })
  const { followers } = await openStandard([group])
  assert.deepEqual(await followers(), [])
  await ok(karin, 'DELETE', `/admin/customer/${gone.customerId}/closing`)
  await work()
  assert.deepEqual(await followers(), [[gone.customerId, group]])
})

test('before it is saved it says at whom it is applied and stopped; customers see none of it', async () => {
  const [first, second] = [newGroup(), newGroup()]
  const [one, two] = [await openCustomer(first), await openCustomer(second)]
  const { standardId } = await openStandard([first])
  const preview = async (query: string) => (await ok(karin, 'GET', `/admin/rule-standard-cover?${query}`)).groups
  const none = { customers: 0, names: [] }
  assert.equal(await preview(''), null)
  assert.deepEqual(await preview(`group=${second.toLowerCase()}`), { joining: { customers: 1, names: [two.name] }, leaving: none })
  assert.deepEqual(await preview(`group=${first}&standardId=${standardId}`), { joining: none, leaving: none })
  assert.deepEqual(await preview(`group=${second}&standardId=${standardId}`), {
    joining: { customers: 1, names: [two.name] },
    leaving: { customers: 1, names: [one.name] },
  })
  const [rule] = await ok(one.anna, 'GET', `/customer/${one.customerId}/alert-rule`)
  assert.ok(rule && !JSON.stringify(rule).includes(first))
  const { rows } = await vakt.database.worker.query('select details from recorded_action where customer_id = $1 and action like $2', [
    ...[one.customerId, 'rule-standard.%'],
  ])
  assert.deepEqual(rows, [{ details: { name: 'Virtual machines', excluded: 0 } }])
})

test('a group too many and a label that is too long are refused', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `g${index}`)
  assert.equal(await keyOf('POST', '/admin/rule-standard', bodyFor(many)), '400 groups customers.groups_many')
  assert.equal(await keyOf('POST', '/admin/rule-standard', bodyFor(['x'.repeat(41)])), '400 groups.0 customers.label_long')
})

test('who applies a standard and who follows its groups wait for each other, in one order', async () => {
  const group = newGroup()
  const members = [await openCustomer(group), await openCustomer(group)].toSorted((one, two) => (one.customerId < two.customerId ? -1 : 1))
  const [first = '', second = ''] = members.map(({ customerId }) => customerId)
  const { standardId }: RuleStandard = await ok(karin, 'POST', '/admin/rule-standard', bodyFor([group]))
  const holder = new pg.Client(vakt.owner)
  await holder.connect()
  try {
    // As a call that applies it does, with its customers in an order of its own.
    const apply = (customerId: string) =>
      holder.query(
        `insert into rule_standard_application (customer_id, standard_id, target_customer_id, actor, task) values ($1, $2, $3, '{}', 'stop')
         on conflict (standard_id, target_customer_id) do update set task = excluded.task`,
        [provider.customerId, standardId, customerId],
      )
    await holder.query('begin')
    await holder.query('select from rule_standard where standard_id = $1 for update', [standardId])
    await apply(second)
    const following = work({ ...customerGroupQueues([followGroupsOfStandards]) })
    await until(
      async () =>
        (await holder.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount,
    )
    await apply(first)
    await holder.query('commit')
    await following
    const { rows } = await holder.query('select task from rule_standard_application where standard_id = $1', [standardId])
    assert.deepEqual(rows, [{ task: 'apply' }, { task: 'apply' }])
  } finally {
    await holder.end()
  }
})
