import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { type RelatingEntity, saveEntityRelations } from './save-entity-relations.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const save = (customerId: string, entity: RelatingEntity) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => saveEntityRelations(transaction, customerId, null, [entity]))

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const reader = { email: `reader@${emailDomain}`, roles: ['reader'] }
  const get = async (entityId: string, part: string) =>
    (await vakt.call(reader, 'GET', `/customer/${customerId}/entity/${entityId}/${part}`)).json()
  const add = (externalId: string) => createEntity(vakt.database, customerId, { externalId, name: externalId.split('/').at(-1) ?? '' })
  return { customerId, get, add }
}

const group = () => `/subscriptions/${randomUUID()}/resourceGroups/rg/providers`
const shortly = ({ result }: { result: { relations: { kind: string; direction: string; entity: { name: string } }[] } }) =>
  result.relations.map(({ kind, direction, entity }) => `${kind} ${direction} ${entity.name}`)

test('a disk and a machine that name each other are related once, and each shows it from its side', async () => {
  const { customerId, get, add } = await createPlace()
  const at = group()
  const machine = await add(`${at}/Microsoft.Compute/virtualMachines/vm-1`)
  const disk = await add(`${at}/Microsoft.Compute/disks/disk-1`)
  await save(customerId, {
    ...disk,
    properties: { managedBy: machine.externalId.toUpperCase().replace('/SUBSCRIPTIONS', '/subscriptions') },
  })
  await save(customerId, { ...machine, properties: { storageProfile: { osDisk: { managedDisk: { id: disk.externalId } } } } })
  assert.deepEqual(shortly(await get(disk.entityId, 'relation')), ['attached-to outgoing vm-1'])
  assert.deepEqual(shortly(await get(machine.entityId, 'relation')), ['attached-to incoming disk-1'])
  await save(customerId, { ...machine, properties: {} })
  await save(customerId, { ...disk, properties: { diskState: 'Unattached' } })
  assert.deepEqual(shortly(await get(machine.entityId, 'relation')), [])
})

test('the other one may come later; the same id at another customer is not related', async () => {
  const [one, other] = [await createPlace(), await createPlace()]
  const at = group()
  const database = await one.add(`${at}/Microsoft.Sql/servers/sql/databases/db`)
  await save(one.customerId, { ...database, properties: null })
  const stranger = await other.add(`${at}/Microsoft.Sql/servers/sql`)
  assert.deepEqual(shortly(await one.get(database.entityId, 'relation')), [])
  assert.deepEqual(shortly(await other.get(stranger.entityId, 'relation')), [])
  const server = await one.add(`${at}/Microsoft.Sql/servers/sql`)
  assert.deepEqual(shortly(await one.get(server.entityId, 'relation')), ['part-of incoming db'])
  assert.equal((await one.get(stranger.entityId, 'relation')).errors.length, 1)
  assert.equal((await one.get(stranger.entityId, 'properties')).errors.length, 1)
})

test('properties come back with whatever names and texts they have', async () => {
  const { get, add } = await createPlace()
  const entity = await add(`${group()}/Microsoft.Web/sites/app`)
  assert.deepEqual((await get(entity.entityId, 'properties')).result, { properties: {} })
  const text = '{"a":"<img src=x onerror=alert(1)>","=1+1":[1.5,null,false,"😀"],"__proto__":{"polluted":true}}'
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update entity set properties = $1 where entity_id = $2', [text, entity.entityId]),
  )
  const { properties } = (await get(entity.entityId, 'properties')).result
  assert.equal(JSON.stringify(properties), JSON.stringify(JSON.parse(text)))
})

test('what changed is told page by page, the latest first, and not of another customer’s entity', async () => {
  const [one, other] = [await createPlace(), await createPlace()]
  const entity = await one.add(`${group()}/Microsoft.Web/sites/app`)
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into entity_history (customer_id, entity_id, at, kind, field, before, after)
       select $1, $2, now(), 'changed', 'tags.__proto__', to_jsonb(n), to_jsonb(n + 1) from generate_series(1, 3) n`,
      [one.customerId, entity.entityId],
    ),
  )
  const page = await one.get(entity.entityId, 'history?limit=2')
  assert.deepEqual(
    page.result.map(({ field, before, after: next }: { field: string; before: number; after: number }) => [field, before, next]),
    [
      ['tags.__proto__', 3, 4],
      ['tags.__proto__', 2, 3],
    ],
  )
  assert.ok(page.continuation_token)
  assert.equal((await other.get(entity.entityId, 'history')).errors.length, 1)
})

test('a network that thousands are in shows two hundred of them, and how many there are', async () => {
  const { customerId, get, add } = await createPlace()
  const network = await add(`${group()}/Microsoft.Network/virtualNetworks/vnet`)
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await transaction.query(
      `with fresh as (insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
         select $1, 'n' || n, 'n' || n, 'nic ' || n, 'n' || n, 't', 'test' from generate_series(1, 3000) n returning entity_id)
       insert into entity_relation (customer_id, entity_id, kind, target_key) select $1, entity_id, 'in-network', $2 from fresh`,
      [customerId, network.externalId.toLowerCase()],
    )
  })
  const { result } = await get(network.entityId, 'relation')
  assert.deepEqual([result.relations.length, result.total], [200, 3000])
})
