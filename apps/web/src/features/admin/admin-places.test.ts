import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminEntries, adminGroups } from './admin-places.ts'

test('each entry of the list stands in one of its parts, and no part is empty', () => {
  assert.deepEqual(
    adminEntries.filter(({ group }) => !group).map(({ to }) => to),
    [],
  )
  for (const group of adminGroups) assert.ok(adminEntries.some((entry) => entry.group === group))
})
