import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRelations } from './entity-relations.ts'

const group = '/subscriptions/s/resourceGroups/rg/providers'
const machine = `${group}/Microsoft.Compute/virtualMachines/vm-1`
const network = `${group}/Microsoft.Network/virtualNetworks/vnet`

test('a disk is attached to its machine, and a machine names its disks and interfaces', () => {
  assert.deepEqual(findRelations(`${group}/Microsoft.Compute/disks/d`, { managedBy: machine }), [
    { kind: 'attached-to', isReverse: false, target: machine },
  ])
  const found = findRelations(machine, {
    storageProfile: { osDisk: { managedDisk: { id: `${group}/Microsoft.Compute/disks/d` } } },
    networkProfile: { networkInterfaces: [{ id: `${group}/Microsoft.Network/networkInterfaces/n` }] },
  })
  assert.deepEqual(
    found.map(({ kind, isReverse }) => [kind, isReverse]),
    [
      ['attached-to', true],
      ['attached-to', true],
    ],
  )
})

test('anyone who is in a subnet is in its network; what is part of another resource says so by its id', () => {
  assert.deepEqual(
    findRelations(`${group}/Microsoft.Network/networkInterfaces/n`, { ipConfigurations: [{ subnet: { id: `${network}/subnets/a` } }] }),
    [
      { kind: 'in-network', isReverse: false, target: `${network}/subnets/a` },
      { kind: 'in-network', isReverse: false, target: network },
    ],
  )
  const server = `${group}/Microsoft.Sql/servers/sql`
  assert.deepEqual(findRelations(`${server}/databases/db`, null), [{ kind: 'part-of', isReverse: false, target: server }])
})

test('each once, in any case, by the name that says most, and never itself nor its parts', () => {
  const own = `${group}/Microsoft.Network/networkInterfaces/n`
  const found = findRelations(own, {
    see: machine.toUpperCase().replace('/SUBSCRIPTIONS', '/subscriptions'),
    virtualMachine: { id: machine },
    ipConfigurations: [{ id: `${own}/ipConfigurations/x` }],
    self: own.toUpperCase(),
  })
  assert.deepEqual(found, [{ kind: 'attached-to', isReverse: false, target: machine }])
})

test('text that only looks like an id, names of objects themselves, and depth without end', () => {
  let deep: unknown = machine
  for (let level = 0; level < 50_000; level++) deep = level % 2 ? [deep] : { constructor: deep }
  assert.equal(findRelations('x', deep).length, 1)
  const properties = JSON.parse(
    `{"__proto__": {"id": "${machine}"}, "a": "/subscriptions/", "b": "see ${machine}", "c": "arn:aws:s3", "d": null}`,
  )
  assert.deepEqual(findRelations('x', properties), [{ kind: 'refers-to', isReverse: false, target: machine }])
  assert.deepEqual(findRelations('arn:aws:s3:::one', { logs: 'arn:aws:s3:::two' }), [
    { kind: 'refers-to', isReverse: false, target: 'arn:aws:s3:::two' },
  ])
})
