import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeLabels } from './schedule-labels.ts'

const span = { from: 0, to: 1000 }
const bar = (from: number, to: number, label = 'Patching') => ({ key: `${from}`, row: 'row', label, from, to })

test('a short bar is wide enough to be hit, and its label stands after it', () => {
  assert.deepEqual(placeLabels([bar(100, 102)], [0], span, 1000), [{ minWidth: 24, isLabelBeside: true, labelAt: 124 }])
})

test('a label that fits stays in its bar', () => {
  assert.equal(placeLabels([bar(100, 400)], [0], span, 1000)[0]?.isLabelBeside, false)
})

test('neither the bar nor its label covers the next one of its lane', () => {
  const places = placeLabels([bar(100, 102), bar(110, 112), bar(120, 122)], [0, 0, 1], span, 1000)
  assert.deepEqual(
    places.map(({ minWidth, isLabelBeside }) => [minWidth, isLabelBeside]),
    [
      [10, false],
      [24, true],
      [24, true],
    ],
  )
})

test('a label that would leave the picture stays in its bar', () => {
  assert.equal(placeLabels([bar(980, 990)], [0], span, 1000)[0]?.isLabelBeside, false)
})
