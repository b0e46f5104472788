import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putTag } from './tag-list.ts'

test('puts a tag at the end, without the blanks around it', () => {
  assert.deepEqual(putTag(['a'], ' b ', null), { tags: ['a', 'b'], duplicate: null })
})

test('ignores an empty one', () => {
  const tags = ['a']
  assert.equal(putTag(tags, '  ', null).tags, tags)
})

test('names a duplicate and adds nothing', () => {
  assert.deepEqual(putTag(['a', 'b'], 'a', null), { tags: ['a', 'b'], duplicate: 'a' })
  assert.deepEqual(putTag(['a', 'b'], 'a', 1), { tags: ['a', 'b'], duplicate: 'a' })
})

test('puts an edited tag in its place; the same text is no duplicate of itself', () => {
  assert.deepEqual(putTag(['a', 'b'], 'c', 0), { tags: ['c', 'b'], duplicate: null })
  assert.deepEqual(putTag(['a', 'b'], 'a', 0), { tags: ['a', 'b'], duplicate: null })
})
