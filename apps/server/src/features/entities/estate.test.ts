import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEstate, type EstateRow, isWasteful, putRows, takeOutRows } from './estate.ts'

const row = (number: number, tags: Record<string, unknown> = { team: 'a' }): EstateRow => ({
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
  tags,
})
const rows = (count: number, tags?: (number: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, number) => row(number, tags?.(number)))
const fiveTags = (value: string) => () => Object.fromEntries([1, 2, 3, 4, 5].map((tag) => [`tag${tag}`, value]))

test('an inventory of which a quarter of the entities went is wasteful, until they are back', () => {
  const estate = createEstate()
  putRows(estate, rows(8000))
  const gone = rows(2100).map(({ entityId }) => entityId)
  takeOutRows(estate, gone)
  takeOutRows(estate, gone)
  assert.equal(isWasteful(estate), true)
  putRows(estate, rows(2100))
  assert.equal(isWasteful(estate), false)
  assert.equal(estate.goneRows, 0)
})

test('tags that grow and shrink again and again make an inventory wasteful', () => {
  const estate = createEstate()
  putRows(estate, rows(8000))
  assert.equal(isWasteful(estate), false)
  for (let round = 0; round < 3; round += 1) {
    putRows(estate, rows(8000, fiveTags('x')))
    putRows(estate, rows(8000))
  }
  assert.equal(estate.tagCellsUsed - estate.tagCellsWasted, 8000)
  assert.equal(isWasteful(estate), true)
})

test('values of tags that are new each day make an inventory wasteful', () => {
  const estate = createEstate()
  for (let day = 0; day < 60; day += 1)
    putRows(
      estate,
      rows(1000, (number) => ({ patched: `${day} ${number}` })),
    )
  assert.equal(isWasteful(estate), true)
})
