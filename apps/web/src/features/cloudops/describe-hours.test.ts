import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeHours } from './describe-hours.ts'

test('days in a row with the same hours stand together', () => {
  const [day, short] = [
    { opens: '08:00', closes: '17:00' },
    { opens: '10:00', closes: '14:00' },
  ]
  assert.equal(describeHours({ week: [day, day, day, day, day, short, null] }, 'en-GB'), 'Mon–Fri 08:00–17:00, Sat 10:00–14:00')
  assert.equal(describeHours({ week: [day, null, day, day, null, null, null] }, 'sv-SE'), 'mån 08:00–17:00, ons–tors 08:00–17:00')
})
