import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from './storage-sentence.ts'

const disk = { folder: '/data', totalBytes: 100, freeBytes: 50, fullAt: null }
const megabyte = 2 ** 20

test('the first sentence says what is known and nothing else', () => {
  assert.deepEqual(sentenceOf({ growthPerDay: null, disk, noDisk: null }), { growth: 'unknown', disk: 'known' })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk: { ...disk, fullAt: '2027-03-14T00:00:00.000Z' }, noDisk: null }), {
    growth: 'grows',
    disk: 'fills',
  })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk, noDisk: null }), { growth: 'grows', disk: 'lasts' })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk: null, noDisk: { reason: 'folder_not_told', folder: null } }), {
    growth: 'grows',
    disk: 'folder_not_told',
  })
  assert.deepEqual(sentenceOf({ growthPerDay: -megabyte, disk, noDisk: null }), { growth: 'steady', disk: 'known' })
})
