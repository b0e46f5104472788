import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, azure, connect, few, readEntities, staff, vakt } from '#server/testing/connector-desk.ts'
import { recordedSubscriptions, recordInventory } from '#server/testing/recorded-inventory.ts'

test('a recorded inventory of 2,400 resources of more than 60 types is brought in, and a second run with changes shows exactly these', async () => {
  azure.resources = recordInventory()
  azure.perPage = 700
  const { customerId, run, changes, find } = await connect()
  const first = await run()
  assert.deepEqual([first.state, first.seen, first.added, first.changed, first.skipped], ['succeeded', 2400, 2400, 0, 0])
  const entities = await readEntities(customerId)
  assert.equal(entities.length, 2400)
  assert.ok(new Set(entities.map(({ type }) => type)).size >= 60)
  assert.deepEqual(new Set(entities.map(({ container_name }) => container_name)), new Set(recordedSubscriptions.map(({ name }) => name)))
  const machine = entities.find(({ type }) => type === 'microsoft.compute/virtualmachines')
  assert.deepEqual([machine.status, machine.source, machine.properties.hardwareProfile.vmSize], ['VM running', 'azure', 'Standard_D4s_v5'])
  assert.equal((await find()).entities, 2400)

  const same = await run()
  assert.deepEqual([same.seen, same.added, same.changed, same.returned, same.gone], [2400, 0, 0, 0, 0])

  const [renamed, retagged] = [at(azure.resources, 101), at(azure.resources, 202)]
  renamed.location = 'uksouth'
  retagged.tags = { ...retagged.tags, application: 'ny', __proto: 'x' }
  azure.resources.push({ ...at(azure.resources, 300), id: `${at(azure.resources, 300).id}-2`, name: 'ny', properties: null })
  const second = await run()
  assert.deepEqual([second.added, second.changed, second.gone], [1, 2, 0])
  const told = (await changes()).map(({ kind, name, field, before, after: now }) => [kind, name, field, before, now])
  assert.equal(told.length, 4)
  assert.ok(told.some((row) => JSON.stringify(row) === JSON.stringify(['changed', renamed.name, 'region', 'westeurope', 'uksouth'])))
  assert.ok(told.some(([kind, name, field]) => kind === 'changed' && name === retagged.name && field === 'tags.application'))
  assert.deepEqual(
    (await changes('added')).map(({ name }) => name),
    ['ny'],
  )

  renamed.location = 'westeurope'
  const back = await run()
  assert.deepEqual([back.seen, back.added, back.changed, back.gone], [2401, 0, 1, 0])
  assert.deepEqual(
    (await changes()).map(({ field, after: now }) => [field, now]),
    [['region', 'westeurope']],
  )
})

test('tables, tags of null, ids in another case and names that are no names come in as what they are', async () => {
  azure.asTable = true
  azure.resources = few(3)
  const odd = at(azure.resources, 0)
  odd.tags = JSON.parse(`{"__proto__":"x","long":"${'å'.repeat(500)}","formula":"=1+1","nul":"a\\u0000b","half":"\\ud800","n":7}`)
  at(azure.resources, 1).tags = null
  const { customerId, run } = await connect()
  assert.equal((await run()).added, 3)
  const entity = (await readEntities(customerId)).find(({ external_id }) => external_id === odd.id)
  assert.deepEqual(Object.keys(entity.tags).toSorted(), ['__proto__', 'formula', 'half', 'long', 'n', 'nul'])
  assert.deepEqual([entity.tags.nul, entity.tags.half, entity.tags.n, entity.tags.formula], ['ab', '\uFFFD', '7', '=1+1'])
  azure.resources = azure.resources.map((resource) => ({ ...resource, id: resource.id.toUpperCase() }))
  const again = await run()
  assert.deepEqual([again.added, again.changed], [0, 0])
})

test('what two complete runs in a row have missed becomes stale, not before, and is healed when it returns', async () => {
  const all = few()
  azure.resources = all
  const { customerId, run, changes } = await connect()
  await run()
  azure.resources = all.slice(1)
  assert.equal((await run()).gone, 0)
  azure.resources = all
  assert.equal((await run()).returned, 0)
  azure.resources = all.slice(1)
  await run()
  assert.equal((await run()).gone, 1)
  assert.deepEqual(
    (await changes()).map(({ kind, name }) => [kind, name]),
    [['gone', at(all, 0).name]],
  )
  const stale = async () => (await readEntities(customerId)).filter((entity) => entity.stale).map(({ name }) => name)
  assert.deepEqual(await stale(), [at(all, 0).name])
  assert.equal((await run()).gone, 0)
  azure.resources = all
  const back = await run()
  assert.deepEqual([back.returned, back.added, back.changed], [1, 0, 0])
  assert.deepEqual(await stale(), [])
})

for (const [title, behave, reason] of [
  ['a connection that is cut', ({ number }) => (number === 2 ? { body: { data: [] }, cut: true } : undefined), 'no_connection'],
  [
    'a refusal in the middle',
    ({ number }) => (number === 2 ? { status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No' } } } : undefined),
    'no_access',
  ],
  ['a failure that lasts', ({ number }) => (number === 2 ? { status: 503, body: 'busy' } : undefined), 'azure_failed'],
  ['throttling that lasts', ({ number }) => (number === 2 ? { status: 429, headers: { 'retry-after': '0' } } : undefined), 'throttled'],
  ['a token that is refused again and again', () => ({ status: 401 }), 'sign_in_refused'],
  ['a page of something else', ({ number }) => (number === 2 ? { body: '<html>' } : undefined), 'answer_not_understood'],
  [
    'a page that repeats for ever',
    ({ asked }) => ({ body: { data: recordInventory(2), totalRecords: 900, $skipToken: `${asked}`, resultTruncated: 'false' } }),
    'page_repeated',
  ],
  [
    'a list that is silently cut',
    () => ({ body: { data: recordInventory(2), totalRecords: 5, count: 2, resultTruncated: 'false' } }),
    'cut_short',
  ],
  ['an empty world', () => ({ body: { data: [], totalRecords: 0 } }), 'nothing_seen'],
] satisfies [string, typeof azure.behave, string][])
  test(`${title} fails the run and makes nothing stale, however often`, async () => {
    azure.resources = few(10)
    azure.perPage = 3
    const { customerId, run } = await connect()
    assert.equal((await run()).added, 10)
    azure.behave = behave
    for (let round = 0; round < 3; round += 1) {
      azure.questions = []
      const failed = await run()
      assert.deepEqual([failed.state, failed.reason, failed.gone], ['failed', reason, 0])
    }
    assert.ok((await readEntities(customerId)).every(({ stale }) => !stale))
    azure.behave = () => undefined
    assert.equal((await run()).state, 'succeeded')
  })

test('waits as long as Azure asks, and goes on after what passes', async () => {
  azure.resources = few(10)
  azure.perPage = 4
  const times: number[] = []
  const once = { 0: { status: 429, headers: { 'retry-after': '1' } }, 1: { status: 502, body: 'bad gateway' }, 2: { status: 401 } }
  azure.behave = ({ number, asked }) => {
    times.push(performance.now())
    return asked === 1 ? once[number as 0] : undefined
  }
  const { run } = await connect()
  const done = await run()
  assert.deepEqual([done.state, done.added], ['succeeded', 10])
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 995)
  assert.ok(azure.signIns >= 2)
})

test('the same resource from two connectors is one entity, told of by the first until that has lost it', async () => {
  azure.resources = few(2)
  const one = await connect()
  await one.run()
  const [resource] = azure.resources
  assert.ok(resource)
  const two = await connect({ customerId: one.customerId, change: { name: 'Andra' } })
  resource.location = 'uksouth'
  const second = await two.run()
  assert.deepEqual([second.added, second.changed, second.kept], [0, 0, 2])
  azure.resources = azure.resources.slice(1)
  await one.run()
  await one.run()
  const stillThere = (await readEntities(one.customerId)).find(({ external_id }) => external_id === resource.id)
  assert.equal(stillThere.stale, false, 'the other connector has seen it')
  azure.resources = [resource, ...azure.resources]
  assert.equal((await two.run()).changed, 1)
  assert.equal((await vakt.call(staff, 'DELETE', two.own)).statusCode, 204)
  assert.deepEqual(
    (await readEntities(one.customerId)).map(({ stale }) => stale).toSorted(),
    [false, true],
    'no one looks after what only it had seen',
  )
})

test('what is moved to another group or subscription stays the same entity, to another customer it becomes another one', async () => {
  const machines = recordInventory(40).filter(({ type }) => type === 'microsoft.compute/virtualmachines')
  azure.resources = machines
  const { customerId, run, changes } = await connect()
  await run()
  const before = await readEntities(customerId)
  const moved = at(machines, 0)
  const oldId = moved.id
  moved.id = moved.id.replace(/resourceGroups\/[^/]+/i, 'resourceGroups/rg-flyttad')
  moved.resourceGroup = 'rg-flyttad'
  const told = await run()
  assert.deepEqual([told.added, told.changed], [0, 1])
  assert.deepEqual((await changes()).map(({ field }) => field).toSorted(), ['externalId', 'resourceGroup'])
  const entityId = before.find(({ external_id }) => external_id === oldId).entity_id
  assert.equal((await readEntities(customerId)).find(({ entity_id }) => entity_id === entityId).external_id, moved.id)
  const elsewhere = await connect()
  await elsewhere.run()
  assert.ok((await readEntities(elsewhere.customerId)).every(({ entity_id }) => !before.some((entity) => entity.entity_id === entity_id)))
  assert.equal((await readEntities(customerId)).length, machines.length)
})
