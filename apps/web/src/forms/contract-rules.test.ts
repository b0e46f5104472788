import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, Type } from '@vakt/contract/schema.ts'
import { NewTicket } from '@vakt/contract/tickets/tickets.ts'
import { fieldsOf } from './contract-rules.ts'
import type { FieldRule } from './field-definition.ts'

const broken = (rules: readonly FieldRule[], value: unknown) => rules.find((rule) => !rule.passes(value))?.problem.key
const ticket = fieldsOf(NewTicket)

test('asks for a subject and a description, blanks not counting, with the keys that the contract names', () => {
  assert.equal(broken(ticket.subject.rules, '  \n'), 'ticket.create.subject_empty')
  assert.equal(broken(ticket.description.rules, ''), 'ticket.create.description_empty')
  assert.equal(broken(ticket.subject.rules, 'x'), undefined)
})

test('refuses a subject that the server would refuse for its length', () => {
  assert.equal(broken(ticket.subject.rules, 'x'.repeat(251)), 'ticket.create.subject_long')
  assert.equal(broken(ticket.subject.rules, 'x'.repeat(250)), undefined)
  assert.equal(ticket.subject.maxLength, 250)
})

test('knows what is required, the defaults and the bounds', () => {
  assert.deepEqual([ticket.subject.required, ticket.email.required, ticket.type.required], [true, true, undefined])
  assert.deepEqual([ticket.type.value, ticket.priority.value, ticket.priority.min, ticket.priority.max], ['request', 4, 1, 5])
  assert.equal(broken(ticket.email.rules, 'nobody'), 'form.email_invalid')
})

test('what is optional may stay empty, but not be wrong', () => {
  const rules = fieldsOf(
    object({
      note: Type.Optional(Type.String({ minLength: 3 })),
      count: Type.Integer(),
      tags: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }),
    }),
  )
  assert.equal(rules.note.required, undefined)
  assert.equal(broken(rules.note.rules, ''), undefined)
  assert.equal(broken(rules.note.rules, 'ab'), 'form.too_short')
  assert.equal(broken(rules.count.rules, ''), 'form.required')
  assert.equal(broken(rules.count.rules, 0), undefined)
  assert.equal(broken(rules.tags.rules, []), 'form.too_few')
  assert.equal(broken(rules.tags.rules, ['a', 'b', 'c']), 'form.too_many')
})
