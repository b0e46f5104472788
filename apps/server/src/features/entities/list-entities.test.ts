import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EntityCounts, ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import type { Page } from '@vakt/contract/operation.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const nasty = ['__proto__', '<img src=x onerror=alert(1)>', '=1+1', '🛒 kassa', 'å'.repeat(500), 'a\'b"c%_\\', 'a=b', '100%']

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const ask = async (path: string, query = '', headers = {}) => {
    const answer = await vakt.call(user, 'GET', `/customer/${customerId}/${path}?${query}`, undefined, headers)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer
  }
  const sql = (text: string, values: unknown[] = []) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))
  const add = async (name: string, columns: Record<string, unknown> = {}, tags: Record<string, string> = {}) => {
    const { entityId } = await createEntity(vakt.database, customerId, { name, tags })
    for (const [column, value] of Object.entries(columns))
      await sql(`update entity set ${column} = $2 where entity_id = $1`, [entityId, value])
    return entityId
  }
  const open = async (entityId: string, severity: string, rule = 'r') =>
    sql(
      `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at) values ($1, $2::uuid, $2::uuid::text, $3, 't', $4, now(), now())`,
      [customerId, entityId, rule, severity],
    )
  return {
    customerId,
    user,
    add,
    sql,
    open,
    ask,
    list: async (query = ''): Promise<ListedEntity[]> => (await ask('entity', query)).json().result,
    names: async (query = '') => (await ask('entity', query)).json().result.map(({ name }: ListedEntity) => name) as string[],
    count: async (query = ''): Promise<EntityCounts> => (await ask('entity/count', query)).json().result,
    group: async (query: string) => (await ask('entity/group', query)).json().result,
  }
}

const written = (key: string, value: string) => `tag=${encodeURIComponent(`${key.replaceAll('%', '%25').replaceAll('=', '%3D')}=${value}`)}`
const countsOf = (options: readonly { value: string; count: number }[]) =>
  Object.fromEntries(options.map(({ value, count }) => [value, count]))

test('each filter counts its options with what the other filters let through, not with its own', async () => {
  const { add, count, names } = await createPlace()
  await add('web-1', { region: 'westeurope', resource_group: 'rg-shop' }, { application: 'shop', environment: 'prod' })
  await add('web-2', { region: 'westeurope', resource_group: 'RG-Shop' }, { application: 'shop', environment: 'test' })
  await add('db-1', { region: 'northeurope', resource_group: 'rg-data', stale: true }, { application: 'erp', environment: 'prod' })
  await add('lone', { region: 'northeurope' })
  const counts = await count('tagKey=application&resourceGroup=RG-SHOP&region=northeurope')
  assert.deepEqual([counts.matching, counts.all], [0, 4])
  assert.deepEqual(countsOf(counts.region), { westeurope: 2, northeurope: 0 })
  assert.deepEqual(countsOf(counts.resourceGroup), { 'rg-data': 1, 'rg-shop': 0, '': 1 })
  const tagged = await count(`tagKey=application&tagKey=environment&${written('application', 'shop')}&${written('environment', 'prod')}`)
  assert.deepEqual(
    tagged.tags.map(({ key, count: having, missing, values }) => ({ key, having, missing, values: countsOf(values) })),
    [
      { key: 'application', having: 2, missing: 0, values: { shop: 1, erp: 1 } },
      { key: 'environment', having: 2, missing: 0, values: { prod: 1, test: 1 } },
    ],
  )
  assert.deepEqual(tagged.stale, { yes: 0, no: 1 })
  assert.deepEqual(await names(`${written('application', 'erp')}&withoutTag=application`), ['db-1', 'lone'])
  assert.deepEqual(await names('stale=true'), ['db-1'])
  assert.deepEqual(await names('resourceGroup='), ['lone'])
  assert.deepEqual((await count('withoutTag=application&tagKey=application')).tags[0], {
    key: 'application',
    count: 3,
    missing: 1,
    values: [
      { value: 'shop', count: 2 },
      { value: 'erp', count: 1 },
    ],
  })
})

test('the list follows what changes: entities, tags, severities, what is hidden, and what is gone', async () => {
  const { add, sql, open, names, count, list, customerId, user } = await createPlace()
  const one = await add('one', {}, { team: 'a' })
  const two = await add('two', { type: 'Microsoft.Compute/Disks' })
  assert.deepEqual(await names(), ['one', 'two'])
  await sql(`update entity set name = 'zebra', tags = '{"team": "b", "more": "x"}' where entity_id = $1`, [one])
  assert.deepEqual(await names(), ['two', 'zebra'])
  assert.deepEqual(await names(written('team', 'a')), [])
  assert.deepEqual(await names(written('team', 'b')), ['zebra'])
  await open(two, 'low')
  await open(two, 'critical', 'another')
  assert.deepEqual(
    (await list('severity=critical')).map(({ health, openIncidents }) => ({ health, openIncidents })),
    [{ health: { mark: 'incident', severity: 'critical' }, openIncidents: { critical: 1, high: 0, medium: 0, low: 1 } }],
  )
  await sql("update incident set state = 'resolved', resolved_at = now() where entity_id = $1 and severity = 'critical'", [two])
  assert.deepEqual((await count()).severity, { critical: 0, high: 0, medium: 0, low: 1, good: 1 })
  const settings = { tagKeys: [], hiddenTypes: ['microsoft.compute/disks'], version: 0 }
  assert.equal((await vakt.call(user, 'PUT', `/customer/${customerId}/environment-settings`, settings)).statusCode, 200)
  assert.deepEqual(await names(), ['zebra'])
  assert.deepEqual([(await count()).hidden, (await count('withHidden=true')).hidden], [1, 0])
  assert.deepEqual(
    (await list('withHidden=true')).map(({ name, hidden }) => [name, hidden]),
    [
      ['two', true],
      ['zebra', false],
    ],
  )
  await sql('delete from incident where entity_id = $1', [two])
  await sql('delete from entity where entity_id = any($1)', [[one, two]])
  assert.deepEqual([await names('withHidden=true'), (await count()).all], [[], 0])
  await add('again')
  assert.deepEqual(await names(), ['again'])
})

test('a change that commits after a later one was seen is not missed', async () => {
  const { add, names, customerId, list } = await createPlace()
  const [first, second] = [await add('first'), await add('second')]
  await names()
  await inTransaction({ pool: vakt.database.worker }, customerId, async (early) => {
    await early.query("update entity set name = 'early' where entity_id = $1", [first])
    await inTransaction({ pool: vakt.database.worker }, customerId, (late) =>
      late.query("update entity set name = 'late' where entity_id = $1", [second]),
    )
    assert.deepEqual(await names(), ['first', 'late'])
  })
  assert.deepEqual(await names(), ['early', 'late'])
  assert.equal((await list('search=early')).length, 1)
})

test('pages in every order hold every entity once, forwards and backwards', async () => {
  const { add, ask, open } = await createPlace()
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1)
    ids.push(await add(`vm-${n % 4}`, { region: n % 3 === 0 ? null : `region-${n % 3}`, resource_group: n % 2 ? 'RG-a' : 'rg-A' }))
  await open(ids[7] ?? '', 'high')
  for (const sort of ['name', 'type', 'resourceGroup', 'subscription', 'region', 'severity', 'modified']) {
    for (const direction of ['asc', 'desc']) {
      const seen: string[] = []
      let token: string | null = null
      do {
        const headers: Record<string, string> = token ? { 'x-continuation-token': token } : {}
        const page: Page<ListedEntity> = (await ask('entity', `sort=${sort}&direction=${direction}&limit=5`, headers)).json()
        seen.push(...page.result.map(({ entityId }) => entityId))
        token = page.continuation_token
      } while (token)
      assert.deepEqual(seen.toSorted(), ids.toSorted(), `${sort} ${direction}`)
      if (sort === 'severity') assert.equal(seen.at(direction === 'asc' ? 0 : -1), ids[7])
    }
  }
})

test('names and columns stand in the order of the alphabet, å, ä and ö last', async () => {
  const { add, names, list } = await createPlace()
  const places = ['Östersund', 'Zürich', 'Ängelholm', 'Åre', 'Évora', 'Eslöv', 'Falun']
  for (const place of places) await add(place, { region: place, resource_group: place })
  const order = ['Eslöv', 'Évora', 'Falun', 'Zürich', 'Åre', 'Ängelholm', 'Östersund']
  assert.deepEqual(await names('sort=name&direction=asc'), order)
  assert.deepEqual(await names('sort=name&direction=desc'), order.toReversed())
  for (const sort of ['region', 'resourceGroup'])
    assert.deepEqual(
      (await list(`sort=${sort}&direction=asc`)).map(({ region }) => region),
      order,
    )
})

test('groups by a tag, a resource group or a type, those without one last', async () => {
  const { add, open, group } = await createPlace()
  const shop = await add('a', { resource_group: 'RG-Shop' }, { team: 'Butik' })
  await add('b', { resource_group: 'RG-Shop' }, { team: 'butik' })
  await add('c', {}, { other: 'x' })
  await open(shop, 'medium')
  assert.deepEqual(await group('by=resourceGroup'), {
    groups: [
      { value: 'rg-shop', label: 'RG-Shop', entities: 2, bySeverity: { critical: 0, high: 0, medium: 1, low: 0 } },
      { value: null, label: null, entities: 1, bySeverity: { critical: 0, high: 0, medium: 0, low: 0 } },
    ],
    total: 2,
  })
  const values = (await group('by=tag:team')).groups.map(({ value }: { value: string | null }) => value)
  assert.deepEqual(values, ['Butik', 'butik', null])
})

test('tags and words of any kind are found, counted, grouped and exported, and run in no spreadsheet', async () => {
  const { add, names, count, group, ask } = await createPlace()
  for (const [n, text] of nasty.entries()) await add(`thing-${n}`, { type: `Never.Seen/${n}` }, { [text]: text, formula: '=cmd|x' })
  await add('=1+1')
  for (const [n, text] of nasty.entries()) {
    assert.deepEqual(await names(written(text, text)), [`thing-${n}`], text)
    const word = text.split(' ').at(-1) ?? ''
    assert.ok((await names(`search=${encodeURIComponent(word)}`)).includes(`thing-${n}`), text)
    const { tags } = await count(`tagKey=${encodeURIComponent(text)}`)
    assert.deepEqual(tags.find(({ key }) => key === text)?.values, [{ value: text, count: 1 }], text)
    assert.equal((await group(`by=${encodeURIComponent(`tag:${text}`)}`)).total, 2, text)
  }
  assert.deepEqual(await names('search=THING-3'), ['thing-3'])
  assert.deepEqual(await names(`search=${encodeURIComponent('THING-3 formula')}`), ['thing-3'])
  const csv = (await ask('entity', 'format=csv&limit=3')).body
  assert.match(csv, /"?'=1\+1/)
  assert.doesNotMatch(csv, /(^|,)=1/m)
  assert.equal(JSON.parse((await ask('entity', 'format=json&limit=3')).body).result.length, nasty.length + 1)
})

test('ids are found in any case, and refusals say what would be right', async () => {
  const { add, names, customerId, user } = await createPlace()
  const id = await add('VM-Upper')
  assert.deepEqual(await names('search=/RESOURCEGROUPS/RG-TEST/'), ['VM-Upper'])
  assert.deepEqual(await names(`search=${id}`), ['VM-Upper'])
  for (const [query, property] of [
    ['sort=size', 'sort'],
    ['tag=application', 'tag'],
    ['severity=urgent', 'severity'],
    ['limit=0', 'limit'],
    ['stale=maybe', 'stale'],
    [`search=${'x'.repeat(501)}`, 'search'],
  ]) {
    const refused = await vakt.call(user, 'GET', `/customer/${customerId}/entity?${query}`)
    assert.equal(refused.statusCode, 400, query)
    assert.match(refused.json().errors[0].property, new RegExp(`^${property}`), query)
  }
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/entity/group?by=name`)).statusCode, 400)
})

test('no one finds, counts or groups what another customer has', async () => {
  const [own, other] = [await createPlace(), await createPlace()]
  await own.add('mine', {}, { application: 'x' })
  await other.add('theirs', {}, { application: 'secret' })
  assert.deepEqual([await own.names(), await other.names()], [['mine'], ['theirs']])
  assert.deepEqual((await own.count('tagKey=application')).tags[0]?.values, [{ value: 'x', count: 1 }])
  for (const path of ['entity', 'entity/count', 'entity/group?by=type'])
    assert.equal((await vakt.call(own.user, 'GET', `/customer/${other.customerId}/${path}`)).statusCode, 404)
})

test('a resource is called good only while something arrives from its customer', async () => {
  const { customerId, add, list, sql } = await createPlace()
  await add('web-1')
  const marks = async () => (await list()).map(({ health }) => health.mark)
  assert.deepEqual(await marks(), ['nothing-received'])
  await createIngestToken(vakt.database, customerId)
  await sql('update monitoring_source set last_signal_at = now() where customer_id = $1', [customerId])
  assert.deepEqual(await marks(), ['good'])
  await sql("update monitoring_source set last_signal_at = now() - interval '25 hours' where customer_id = $1", [customerId])
  assert.deepEqual(await marks(), ['nothing-received'])
})
