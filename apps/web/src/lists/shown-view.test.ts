import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inAll, listSearch, ofSome, oneOf, someOf, text, unsavedScope, yesOrNo } from '#web/platform/list-search.ts'
import { toSaved } from './saved-search.ts'
import { addressOf, resolveView } from './shown-view.ts'

const declared = listSearch({
  filters: { q: text(), level: someOf([1, 2]) },
  scope: { closed: yesOrNo, of: text() },
  panel: { open: text() },
  unsaved: ['of'],
})
const kept = declared({ level: ['1', '2'], closed: 'false' })
const view = { viewId: 'v1', name: 'Urgent', isShared: false, isOwn: true, owner: 'Anna', search: toSaved(kept) }
const resolve = (address: Record<string, unknown>, defaultViewId: string | null = null) =>
  resolveView(declared, address, { views: [view], defaultViewId })

test('a view is shown by its name alone, as it was saved; what differs from it is a change', () => {
  assert.deepEqual(resolve({ view: 'v1', of: 'a' }), { search: { ...kept, of: 'a' }, view, isChanged: false })
  assert.deepEqual(resolve({ ...kept, view: 'v1' }).isChanged, false)
  assert.deepEqual(resolve({ ...kept, q: 'till', view: 'v1' }), { search: { ...kept, q: 'till' }, view, isChanged: true })
  assert.deepEqual(resolve({ view: 'gone' }), { search: {}, view: null, isChanged: false })
  assert.equal(resolve({ ...kept }).view, view, 'the same filter without the name of the view')
})

test('the view to start with is shown where the address names no filter, unless it says all', () => {
  assert.deepEqual(resolve({ open: '7' }, 'v1').search, { ...kept, open: '7' })
  assert.deepEqual(resolve({ view: 'all' }, 'v1'), { search: {}, view: null, isChanged: false })
  assert.deepEqual(resolve({ q: 'till' }, 'v1').view, null)
})

test('an address names a view that is shown as it was saved, and holds the filter of one that is changed', () => {
  const shown = { view, defaultViewId: null }
  assert.deepEqual(addressOf(declared, { ...kept, open: '7', of: 'a' }, shown), { open: '7', of: 'a', view: 'v1' })
  assert.deepEqual(addressOf(declared, { ...kept, q: 'x' }, shown), { ...kept, q: 'x', view: 'v1' })
  assert.deepEqual(addressOf(declared, { open: '7' }, shown), { open: '7' })
  assert.deepEqual(addressOf(declared, { of: 'a' }, { view: null, defaultViewId: 'v1' }), { of: 'a', view: 'all' })
})

test('a list with a parameter called view names its saved views by another', () => {
  const users = listSearch({ scope: { view: oneOf(['invitations']), q: text() } })
  const searched = { ...view, search: { q: ['anna'] } }
  assert.deepEqual(addressOf(users, { q: 'anna' }, { view: searched, defaultViewId: null }), { saved: 'v1' })
  assert.deepEqual(resolveView(users, { view: 'invitations', saved: 'v1' }, { views: [searched], defaultViewId: null }).search, {
    view: 'invitations',
  })
})

test('a view of a group of customers is over all of them wherever it is shown; one of no customers keeps nothing of the scope', () => {
  const ofAll = listSearch({ filters: { q: text(), ...ofSome }, scope: inAll, unsaved: unsavedScope })
  const search = ofAll({ all: 'true', of: 'group:gold', q: 'till' })
  assert.deepEqual(ofAll.savedOf(search), { all: true, of: ['group:gold'], q: 'till' })
  assert.deepEqual(ofAll.savedOf(ofAll({ all: 'true', q: 'till' })), { q: 'till' })
  const gold = { ...view, search: toSaved(ofAll.savedOf(search)) }
  const shown = { views: [gold], defaultViewId: null }
  assert.deepEqual(addressOf(ofAll, search, { view: gold, defaultViewId: null }), { all: true, view: 'v1' })
  for (const address of [{ all: 'true', view: 'v1' }, { view: 'v1' }])
    assert.deepEqual(resolveView(ofAll, address, shown), { search, view: gold, isChanged: false })
  assert.ok(resolveView(ofAll, { ...search, of: '1001', view: 'v1' }, shown).isChanged)
})
