import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkJson, type JsonFault } from './check-json.ts'

const limits = { maxDepth: 200, maxValues: 1000 }
const decoder = new TextDecoder()

function check(body: Uint8Array | string, pieceBytes = 1 << 20): JsonFault | null {
  const bytes = Buffer.from(body)
  const json = checkJson(limits)
  for (let start = 0; start < bytes.length; start += pieceBytes) json.push(bytes.subarray(start, start + pieceBytes))
  return json.end()
}

function isParsed(body: Uint8Array): boolean {
  try {
    JSON.parse(decoder.decode(body))
    return true
  } catch {
    return false
  }
}

// biome-ignore format: one table
const samples = [
  '', ' ', '{}', '[]', '[[],{}]', ' { "a" : [ 1 , -0.5e+10 , true , false , null ] } ', '"\\u00e5\\n\\"\\/"', '"å\u2028"', '\ufeff{}',
  '\ufeff', '\ufeff\ufeff1', ' \ufeff1', '0', '-0', '00', '01', '-', '-x', '1.', '.5', '1.5', '1e', '1e5', '1E-05', '1e+', '+1', '1 2', '0x1',
  'nul', 'null', 'nulll', 'True', '[1,]', '[,1]', '{"a":1,}', '{,}', '{"a"}', '{"a":}', '{a:1}', "{'a':1}", '{"a":1 "b":2}', '[1}', '{]', ']',
  '"\t"', '"\\x"', '"\\u12g4"', '"\\u12', '"abc', '"\0"', '\0', '\u00a0[]', '[1]\u00a0', '\f[]', 'NaN', 'undefined', '[1] x', '{"a":{"a":1},"a":2}',
  '1\n', '[1\r\n,\t2]', '[-]', '[1.e5]', '[1e5.5]', '""', '"\\\\"', '"\\"', '\u2028[]', '<html>',
]

test('accepts exactly what is JSON, however the bytes are cut', () => {
  for (const sample of [
    ...samples.map((text) => Buffer.from(text)),
    Buffer.from([0xff, 0xfe, 0x7b]),
    Buffer.from([0x22, 0xe5, 0x22]),
    Buffer.from([0xef, 0xbb]),
  ])
    for (const piece of [1, 3, 1000]) assert.equal(check(sample, piece) === null, isParsed(sample), JSON.stringify(sample.toString()))
})

test('accepts exactly what is JSON also where bytes were changed', () => {
  const whole = Buffer.from(JSON.stringify({ a: [1.5e3, -2, true, null, { 'b\n"': 'å\u0001\\' }], c: '', d: {}, e: [[]] }))
  const letters = Buffer.from('{}[]",:0123456789.eE+-\\u trfn\n\0å')
  for (let at = 0; at < whole.length; at += 1)
    for (const letter of letters) {
      const changed = Buffer.from(whole)
      changed[at] = letter
      assert.equal(check(changed) === null, isParsed(changed), changed.toString())
    }
})

test('finds nesting beyond the limit before it is closed, and too many values', () => {
  assert.equal(check('['.repeat(200) + ']'.repeat(200)), null)
  assert.equal(checkJson(limits).push(Buffer.from('['.repeat(201))), 'too-deep')
  assert.equal(check('{"a":'.repeat(201)), 'too-deep')
  assert.equal(check(`[${Array(999).fill('[]').join()}]`), null)
  assert.equal(check(`[${Array(1000).fill('[]').join()}]`), 'too-many-values')
  assert.equal(check(`{${Array(500).fill('"a":1').join()}}`), 'too-many-values')
})
