import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlainLine } from './plain-line.ts'

test('leaves the words of Markdown on one line', () => {
  const text = '## Status\n\n**Rolling back**, done within `30 min`:\n- [the run](https://ci.example/1)\n![a.png](attachment:a.png)'
  assert.equal(toPlainLine(text), 'Status Rolling back, done within 30 min: the run')
})

test('leaves text that is no Markdown as it is, without what deceives the eye', () => {
  assert.equal(toPlainLine('3 * 4 > 10 and a_b_c <b>x</b>'), '3 * 4 > 10 and a_b_c <b>x</b>')
  assert.equal(toPlainLine('fine\u202Etxt.exe'), 'finetxt.exe')
})
