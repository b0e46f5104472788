import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidySubject } from './ticket-subject.ts'

test('a subject becomes one line that reads as it was written', () => {
  assert.equal(tidySubject('Down\r\nBcc: everyone@example.com'), 'Down Bcc: everyone@example.com')
  assert.equal(tidySubject('  a\u2028b\tc\u0085d  '), 'a b c d')
  assert.equal(tidySubject('invoice\u202egpj.exe'), 'invoicegpj.exe')
})

test('emoji, joined emoji and right-to-left words stay whole', () => {
  for (const subject of ['🔥 👩‍💻 nere', 'الخادم لا يعمل', 'שרת\u200f למטה']) assert.equal(tidySubject(subject), subject)
})
