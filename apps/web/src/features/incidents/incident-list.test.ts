import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentListTexts } from './incident-list.texts.ts'

test('a list that no incident matches does not call them resolved', () => {
  const { en, sv } = incidentListTexts
  assert.deepEqual([en.found(0, 0), sv.found(0, 0)], ['No incidents with these filters', 'Inga incidenter med de här filtren'])
  assert.deepEqual(
    [en.found(3, 0), sv.found(3, 0)],
    ['3 incidents with these filters, all resolved', '3 incidenter med de här filtren, alla lösta'],
  )
  assert.deepEqual([en.found(3, 1), sv.found(1, 0)], ['3 incidents with these filters, 1 open', '1 incident med de här filtren, löst'])
})
