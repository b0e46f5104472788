import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { ApiError, noAnswerWithin } from '#web/platform/request.ts'
import { failureText } from './failure-text.ts'

const failed = 'The rule could not be saved.'
const messages = { 'rule.name_taken': 'Another rule has this name.' }
const refused = (status: number, ...keys: string[]) =>
  new ApiError(status, {
    errors: keys.map((key) => ({ property: '', message: 'Of the server.', message_translation_key: key })),
    requestId: '',
  })

test('a failed call is told in the words of its feature for its own codes only', () => {
  const told = (error: unknown, conflict?: string) => failureText(error, { failed, messages, conflict })
  assert.equal(told(refused(409, 'rule.name_taken')), 'Another rule has this name.')
  assert.equal(told(refused(409, 'rule.name_taken'), 'It was changed.'), 'Another rule has this name.')
  assert.equal(told(refused(409, 'rule.version'), 'It was changed.'), 'It was changed.')
  assert.equal(told(refused(409, 'rule.version')), failed)
  assert.equal(told(refused(403, 'error.forbidden')), 'You do not have permission to do this.')
  assert.equal(told(refused(403)), 'You do not have permission to do this.')
  assert.equal(told(refused(503)), 'The portal cannot answer right now. Try again in a moment.')
  assert.equal(told(refused(500, 'error.unexpected')), failed)
  assert.equal(told(refused(400, 'rule.of_a_later_release')), failed)
  assert.equal(told(new Error('of ours')), failed)
})

test('a call that got no answer in time says so, and one that reached no server says what did not happen and why', () => {
  const ended = failureText(noAnswerWithin(30, { method: 'POST' }), { failed, messages })
  assert.equal(ended, 'No answer in time. It may have been done all the same: try again, and it is not done twice.')
  assert.equal(
    failureText(refused(0), { failed, messages }),
    'The rule could not be saved. We could not reach the server. Check your connection, then try again.',
  )
})

/** Two views of their own, and the refused ones among many. */
const tellsByItself = [
  'features/set-up/set-up-page.tsx',
  'features/incidents/incident-handling.tsx',
  'ui/page/failure-text.ts',
  'ui/controls/field-messages.ts',
]

test('no feature decides for itself what a failed call is told as', () => {
  const source = join(import.meta.dirname, '../..')
  const own = globSync('{features,shared,lists,ui}/**/*.{ts,tsx}', { cwd: source }).filter((file) => {
    if (file.includes('.test.') || tellsByItself.includes(file)) return false
    const text = readFileSync(join(source, file), 'utf8')
    return /errors\[0\]\?\.message_translation_key|onError: \(\) => showToast\(|message_translation_key \?\? ''\]/.test(text)
  })
  assert.deepEqual(own, [])
})
