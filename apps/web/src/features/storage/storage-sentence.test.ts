import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from './storage-sentence.ts'

const disk = { folder: '/data', totalBytes: 100, freeBytes: 50, fullAt: null }
const megabyte = 2 ** 20

test('the first sentence says what is known and nothing else', () => {
  assert.deepEqual(sentenceOf({ growthPerDay: null, disk }), { growth: 'unknown', disk: 'known' })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk: { ...disk, fullAt: '2027-03-14T00:00:00.000Z' } }), {
    growth: 'grows',
    disk: 'fills',
  })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk }), { growth: 'grows', disk: 'lasts' })
  assert.deepEqual(sentenceOf({ growthPerDay: 80 * megabyte, disk: null }), { growth: 'grows', disk: 'elsewhere' })
  assert.deepEqual(sentenceOf({ growthPerDay: -megabyte, disk }), { growth: 'steady', disk: 'known' })
})
