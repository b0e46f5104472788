import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInventory, type InventoryRow, isWasteful, putRows, takeOutRows } from './inventory.ts'

const row = (number: number, tags: Record<string, unknown> = { team: 'a' }): InventoryRow => ({
  entityId: `e${number}`,
  nameKey: `name ${number}`,
  externalKey: `key ${number}`,
  subscription: null,
  subscriptionName: null,
  resourceGroup: null,
  type: 'vm',
  region: null,
  source: 'azure',
  cloudOpsMapped: false,
  hidden: false,
  stale: false,
  modifiedAt: 0,
  createdAt: 0,
  staleSince: null,
  tags,
})
const rows = (count: number, tags?: (number: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, number) => row(number, tags?.(number)))
const fiveTags = (value: string) => () => Object.fromEntries([1, 2, 3, 4, 5].map((tag) => [`tag${tag}`, value]))

test('an inventory of which a quarter of the entities went is wasteful, until they are back', () => {
  const inventory = createInventory()
  putRows(inventory, rows(8000))
  const gone = rows(2100).map(({ entityId }) => entityId)
  takeOutRows(inventory, gone)
  takeOutRows(inventory, gone)
  assert.equal(isWasteful(inventory), true)
  putRows(inventory, rows(2100))
  assert.equal(isWasteful(inventory), false)
  assert.equal(inventory.goneRows, 0)
})

test('tags that grow and shrink again and again make an inventory wasteful', () => {
  const inventory = createInventory()
  putRows(inventory, rows(8000))
  assert.equal(isWasteful(inventory), false)
  for (let round = 0; round < 3; round += 1) {
    putRows(inventory, rows(8000, fiveTags('x')))
    putRows(inventory, rows(8000))
  }
  assert.equal(inventory.tagCellsUsed - inventory.tagCellsWasted, 8000)
  assert.equal(isWasteful(inventory), true)
})

test('values of tags that are new each day make an inventory wasteful', () => {
  const inventory = createInventory()
  for (let day = 0; day < 60; day += 1)
    putRows(
      inventory,
      rows(1000, (number) => ({ patched: `${day} ${number}` })),
    )
  assert.equal(isWasteful(inventory), true)
})
