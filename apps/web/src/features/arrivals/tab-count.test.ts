import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { showTabCount } from './tab-count.ts'

const kept = { document: globalThis.document, getComputedStyle: globalThis.getComputedStyle }
afterEach(() => {
  Object.assign(globalThis, kept)
})

function openTab() {
  const icon = { href: 'https://vakt.test/icon.svg' }
  const tab = { title: 'Overview · Vakt', querySelector: () => icon }
  const style = { getPropertyValue: () => '#0b6e4f' } as unknown as CSSStyleDeclaration
  Object.assign(globalThis, { document: tab, getComputedStyle: () => style })
  return { tab, icon }
}

test('the count stands before the title and a dot on the icon, until it is taken back', () => {
  const { tab, icon } = openTab()
  const stop = showTabCount(2)
  assert.equal(tab.title, '(2) Overview · Vakt')
  assert.match(decodeURIComponent(icon.href), /^data:image\/svg.*fill="#0b6e4f"/)
  stop()
  assert.deepEqual([tab.title, icon.href], ['Overview · Vakt', 'https://vakt.test/icon.svg'])
  const stopMore = showTabCount(3)
  assert.equal(tab.title, '(3) Overview · Vakt', 'counts do not pile up')
  stopMore()
})

test('a title that changed meanwhile stays', () => {
  const { tab } = openTab()
  const stop = showTabCount(1)
  tab.title = 'Tickets · Vakt'
  stop()
  assert.equal(tab.title, 'Tickets · Vakt')
})
