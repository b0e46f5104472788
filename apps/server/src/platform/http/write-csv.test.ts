import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { readCsv } from '#server/testing/read-csv.ts'
import { columnsOf, csvLine, csvRow, undefuse } from './write-csv.ts'

test('whatever a cell says it stays one cell, and none runs as a formula', () => {
  const harmless = ['a', 'a,b', 'a"b', '"', '""', 'a\nb', 'a\r\nb', 'a;b', ' =1', '🔥', '\u202eabc', 'å', '\\', 'a\tb', '’']
  assert.deepEqual(readCsv(csvLine(harmless)), [harmless])
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "=cmd|'/c calc'!A1", '=HYPERLINK("http://x","y")']
  const [read = []] = readCsv(csvLine(formulas))
  assert.deepEqual(
    read,
    formulas.map((text) => `'${text.replace(/^(\s)/, "$1'")}`),
  )
})

test('no formula begins where a spreadsheet takes ; or a tab for the end of a cell, nor with a full-width sign', () => {
  const cells = ['a;=1', 'a;b;=HYPERLINK("http://x","y")', 'a\t=1', 'a; @SUM(1)', 'a;"=1', '＝1', '＋1', '－1', '＠x', 'a;＝1', 'x\n-1']
  assert.deepEqual(readCsv(csvLine(cells)), [
    ["a;'=1", 'a;b;\'=HYPERLINK("http://x","y")', "a\t'=1", "a;' @SUM(1)", 'a;\'"=1', "'＝1", "'＋1", "'－1", "'＠x", "a;'＝1", "x\n'-1"],
  ])
})

test('what was made harmless is read as it was written', () => {
  const cells = [
    "'=1",
    "''=1",
    "'abc",
    "a;'=1",
    "a;b;''-1",
    '\t=1',
    "\t'=1",
    '=1;=2',
    'x\n-1',
    "it's",
    'a; "@b"',
    "'\n'",
    '💥;=1',
    '-web-01',
    '',
  ]
  const [read = []] = readCsv(csvLine(cells))
  assert.deepEqual(read.map(undefuse), cells)
})

test('what lies within objects and lists is defused, too, and numbers stay numbers', () => {
  const schema = Type.Object({
    n: Type.Number(),
    is: Type.Boolean(),
    person: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
    tags: Type.Array(Type.String()),
  })
  const columns = columnsOf(schema)
  const row = { n: -5, is: true, person: { name: '=1' }, tags: ['=1', 'a"b'] }
  assert.deepEqual(readCsv(csvRow(row, columns)), [['-5', 'true', "'=1", '["=1","a\\"b"]']])
  assert.deepEqual(readCsv(csvRow({ n: 1, is: false, person: null, tags: [] }, columns)), [['1', 'false', '', '[]']])
})
