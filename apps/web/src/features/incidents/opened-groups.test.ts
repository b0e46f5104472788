import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOpenedGroups, findOpenedGroup, type OpenedGroup, readOpenedGroup, writeOpenedGroup } from './opened-groups.ts'

test('any value of a tag comes back as it was', () => {
  const groups: OpenedGroup[] = [
    { path: ['webshop', 'production'], severity: 'critical' },
    { path: ['a/b:high?*', ''] },
    { path: [''] },
    { path: ['åäö %'] },
    { path: null, severity: 'low' },
  ]
  for (const group of groups) assert.deepEqual(readOpenedGroup(writeOpenedGroup(group)), group)
  assert.equal(writeOpenedGroup({ path: ['webshop', 'production'], severity: 'critical' }), 'webshop/production:critical')
})

test('what was broken by hand opens nothing', () => {
  for (const broken of ['%E0%A4', 'a/b/c']) assert.equal(readOpenedGroup(broken), null)
  assert.deepEqual(readOpenedGroup('web:urgent'), { path: ['web'] })
})

test('several are open at once, each with a severity of its own', () => {
  let opened = changeOpenedGroups(undefined, { path: ['web'] }, true)
  opened = changeOpenedGroups(opened, { path: null }, true)
  opened = changeOpenedGroups(opened, { path: ['web'], severity: 'high' }, true)
  assert.deepEqual(findOpenedGroup(opened, ['web']), { path: ['web'], severity: 'high' })
  assert.deepEqual(findOpenedGroup(opened, null), { path: null })
  assert.equal(findOpenedGroup(opened, ['web', 'prod']), undefined)
  assert.deepEqual(changeOpenedGroups(opened, { path: ['web'] }, false), ['?'])
})
