import assert from 'node:assert/strict'
import test from 'node:test'
import { type Page, putFirstPage, updateInPlace } from './first-page.ts'

type Row = { id: number; text?: string }
const page = (ids: number[], token: string | null = 'more', text?: string): Page => ({
  result: ids.map((id): Row => (text ? { id, text } : { id })),
  continuation_token: token,
})
const loaded = (...pages: Page[]) => ({ pages, pageParams: pages.map((_, index) => (index === 0 ? null : `to ${index}`)) })
const idsOf = ({ pages }: { pages: Page[] }) => pages.flatMap(({ result }) => result.map((row) => (row as Row).id))

test('new rows push the others down, and none is lost or twice', () => {
  const old = loaded(page([1, 2, 3, 4], 'a'), page([5, 6, 7, 8], 'b'))
  const merged = putFirstPage(old, page([9, 6, 1, 2], 'fresh'), 'id')
  assert.deepEqual(idsOf(merged), [9, 6, 1, 2, 3, 4, 5, 7, 8])
  assert.deepEqual(
    merged.pages.map(({ continuation_token }) => continuation_token),
    ['a', 'b'],
  )
})

test('what left the first page from between rows that stay is gone', () => {
  const old = loaded(page([1, 2, 3, 4]), page([5, 6], null))
  assert.deepEqual(idsOf(putFirstPage(old, page([1, 3, 4, 5]), 'id')), [1, 3, 4, 5, 6])
})

test('a list that is left open does not grow', () => {
  let list: ReturnType<typeof loaded> = loaded(page([1, 2, 3, 4], 'a'), page([5, 6, 7, 8], 'b'))
  for (let id = 100; id < 200; id += 1) {
    const first = [id, ...idsOf(list).slice(0, 3)]
    list = putFirstPage(list, page(first), 'id') as ReturnType<typeof loaded>
    assert.deepEqual(idsOf(list).slice(0, 4), first)
    assert.equal(new Set(idsOf(list)).size, idsOf(list).length)
    assert.ok(idsOf(list).length <= 13)
  }
})

test('only the new page remains where nothing ties it to what was loaded, or where it is all there is', () => {
  const old = loaded(page([1, 2]), page([3, 4], null))
  assert.deepEqual(idsOf(putFirstPage(old, page([8, 9]), 'id')), [8, 9])
  assert.deepEqual(idsOf(putFirstPage(old, page([1], null), 'id')), [1])
})

test('rows are updated where they stand', () => {
  const old = loaded(page([1, 2]), page([3, 4], null))
  const updated = updateInPlace(old, page([4, 9, 1], 'more', 'new'), 'id')
  assert.deepEqual(idsOf(updated), [1, 2, 3, 4])
  const texts = updated.pages.flatMap(({ result }) => result.map((row) => (row as Row).text ?? ''))
  assert.deepEqual(texts, ['new', '', '', 'new'])
})
