import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertPictures, keepPictures } from './picture-text.ts'

test('a picture stands on a line of its own where the caret is', () => {
  const picture = '![a.png](attachment:a.png)'
  assert.deepEqual(insertPictures('', { start: 0, end: 0 }, ['a.png']), { text: `${picture}\n`, caret: 27 })
  assert.deepEqual(insertPictures('See: and so', { start: 4, end: 4 }, ['a.png']), { text: `See:\n${picture}\n and so`, caret: 32 })
  assert.equal(insertPictures('See\nthis', { start: 3, end: 3 }, ['a.png']).text, `See\n${picture}\nthis`)
})

test('what names a picture that is not there is taken out, and nothing else', () => {
  const text = 'One ![a](attachment:a.png) two ![b](attachment:b.png) ![c](https://x.example/c.png)'
  assert.equal(keepPictures(text, ['b.png']), 'One  two ![b](attachment:b.png) ![c](https://x.example/c.png)')
})
