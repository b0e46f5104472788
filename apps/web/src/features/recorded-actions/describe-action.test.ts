import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import { actionWords } from './action-words.texts.ts'
import { describeDetails } from './describe-details.ts'
import { describeTarget } from './describe-target.ts'

const serverFolder = path.resolve(import.meta.dirname, '../../../../server/src')

test('every action that the server writes down has a word in both languages', () => {
  const sources = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(serverFolder, name), 'utf8'))
    .filter((text) => /recordAction\(|Promise<void>.*recordAction|recordAction/.test(text))
  const lines = sources.flatMap((text) => text.match(/\baction: .*/g) ?? [])
  const written = lines.flatMap((line) => [...line.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, word = '']) => word))
  assert.ok(written.includes('permissions.change'), 'the sources are read')
  const declared = Object.values<Operation>(operations).flatMap(({ records, recordsItself = [] }) => [
    ...(records ? [records.action] : []),
    ...recordsItself,
  ])
  const known = new Set(Object.keys(actionWords.en))
  assert.deepEqual(
    [...new Set([...written, ...declared])].filter((word) => !known.has(word)),
    [],
    'add the word to action-words.texts.ts',
  )
  const beginnings = lines.flatMap((line) => /`([a-z-]+\.[a-z-]*)\$\{/.exec(line)?.[1] ?? [])
  assert.ok(beginnings.includes('ticket.hours-'))
  for (const beginning of beginnings)
    assert.ok(
      [...known].some((word) => word.startsWith(beginning)),
      beginning,
    )
  assert.deepEqual(Object.keys(actionWords.sv), [...known])
})

test('the target is said as people would, or not at all', () => {
  const say = (target: string, details = {}, entityName: string | null = null) =>
    describeTarget({ target, details, customerId: '1001', entityName })
  assert.equal(say('ticket 10345'), '#10345')
  assert.equal(say('0b8f0c52-3a55-4f36-9a6c-6d0f6f0a4a11', { email: 'a@b.example', roles: [] }), 'a@b.example')
  assert.equal(say('/customer/:customerId/ticket', { format: 'csv' }), 'ticket, CSV')
  assert.equal(say('on-call schedule 0b8f0c52-3a55-4f36-9a6c-6d0f6f0a4a11', { after: { name: 'Platform' } }), 'Platform')
  assert.equal(say('entity 0b8f0c52-3a55-4f36-9a6c-6d0f6f0a4a11', {}, 'vm-web-01'), 'vm-web-01')
  assert.equal(say('swap 0b8f0c52-3a55-4f36-9a6c-6d0f6f0a4a11'), '')
  assert.equal(say('1001'), '')
  assert.equal(say('0b8f0c52-3a55-4f36-9a6c-6d0f6f0a4a11'), '')
})

test('of a change only what differs is shown', () => {
  assert.deepEqual(describeDetails({ after: { name: 'Platform', layers: 1 } }), [
    { name: 'name', value: 'Platform' },
    { name: 'layers', value: '1' },
  ])
  assert.deepEqual(
    describeDetails({ before: { roles: ['a'], isDisabled: false }, after: { roles: ['a'], isDisabled: true }, email: 'a@b.example' }),
    [
      { name: 'isDisabled', before: 'false', after: 'true' },
      { name: 'email', value: 'a@b.example' },
    ],
  )
  assert.deepEqual(describeDetails({ before: 'new', after: 'closed' }), [
    { name: 'before', value: 'new' },
    { name: 'after', value: 'closed' },
  ])
})
