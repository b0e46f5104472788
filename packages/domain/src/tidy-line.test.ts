import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidyLine } from './tidy-line.ts'

test('a text becomes one line that reads as it was written', () => {
  assert.equal(tidyLine('Down\r\nBcc: everyone@example.com'), 'Down Bcc: everyone@example.com')
  assert.equal(tidyLine('  a\u2028b\tc\u0085d  '), 'a b c d')
  assert.equal(tidyLine('invoice\u202egpj.exe'), 'invoicegpj.exe')
})

test('emoji, joined emoji and right-to-left words stay whole', () => {
  for (const subject of ['🔥 👩‍💻 nere', 'الخادم لا يعمل', 'שרת\u200f למטה']) assert.equal(tidyLine(subject), subject)
})

test('a long text of spaces is tidied in no time', () => {
  const start = performance.now()
  tidyLine(`${' '.repeat(200_000)}x${'\n '.repeat(100_000)}y`)
  assert.ok(performance.now() - start < 500)
})
