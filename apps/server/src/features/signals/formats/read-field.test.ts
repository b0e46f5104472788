import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fields, field } from './read-field.ts'

/** Counts how often all keys of an object are listed. */
function countListings(fields: Fields) {
  let listings = 0
  const ownKeys = (target: Fields) => {
    listings += 1
    return Reflect.ownKeys(target)
  }
  return { counted: new Proxy(fields, { ownKeys }), listings: () => listings }
}

test('a field is found in any spelling, except in an object with very many keys', () => {
  assert.equal(field({ resourceId: 'a' }, 'resourceId'), 'a')
  assert.equal(field({ ResourceID: 'a' }, 'resourceId'), 'a')
  assert.equal(field({}, 'resourceId'), undefined)
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index]))
  assert.equal(field({ ...many, ResourceID: 'a' }, 'resourceId'), undefined)
  assert.equal(field({ ...many, resourceId: 'a' }, 'resourceId'), 'a')
})

test('the keys of a large object are listed once, however many fields are asked for', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]))
  const { counted, listings } = countListings(many)
  for (let asked = 0; asked < 50; asked += 1) assert.equal(field(counted, `Key${asked}`), undefined)
  assert.equal(listings(), 1)
})
