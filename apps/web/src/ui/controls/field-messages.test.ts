import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldMessages } from './field-messages.ts'

const error = (property: string, message: string, message_translation_key: string | null = null) => ({
  property,
  message,
  message_translation_key,
})

test('puts each message on its field, in the language of the interface where the key is known', () => {
  const { fields, others } = fieldMessages([error('subject', 'Empty.', 'k'), error('area', 'Unknown.')], ['subject', 'area'], {
    k: 'Tomt.',
  })
  assert.deepEqual(fields, { subject: 'Tomt.', area: 'Unknown.' })
  assert.deepEqual(others, [])
})

test('keeps the first of several messages for a field, and those that belong to none', () => {
  const { fields, others } = fieldMessages([error('subject', 'First'), error('subject', 'Second'), error('impact', 'Odd')], ['subject'], {})
  assert.deepEqual(fields, { subject: 'First' })
  assert.deepEqual(others, ['Odd'])
})
