import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldError } from '@vakt/contract/errors.ts'
import { object, oneLine, oneOf, Type } from '@vakt/contract/schema.ts'
import { listTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { createTicket } from '@vakt/contract/tickets/tickets.ts'
import type { TSchema } from 'typebox'
import { Invalid } from '#server/platform/errors.ts'
import { createInputCheck } from './check-input.ts'

function errorsOf(schema: TSchema | undefined, value: unknown, part: 'body' | 'query' = 'body'): FieldError[] {
  try {
    createInputCheck(schema, part)(value)
    return []
  } catch (error) {
    assert.ok(error instanceof Invalid)
    return error.errors
  }
}
const told = (errors: FieldError[]) => errors.map(({ property, message }) => `${property}: ${message}`)

test('a ticket without what it needs is refused in the words of the specification', () => {
  const ticket = { subject: ' ', email: 'a@b..se', description: '' }
  assert.deepEqual(told(errorsOf(createTicket.body, ticket)).toSorted(), [
    'description: The description cannot be empty.',
    'email: Unvalid email format',
    'subject: The subject cannot be empty.',
  ])
  assert.deepEqual(errorsOf(createTicket.body, {})[0], {
    property: 'subject',
    message: 'The subject cannot be empty.',
    message_translation_key: 'ticket.create.subject_empty',
  })
  assert.equal(
    told(errorsOf(createTicket.body, { ...ticket, email: '' })).find((one) => one.startsWith('email')),
    "email: Email can't be empty",
  )
})

test('a rule without words of its own names the field and what would be right', () => {
  const body = object({
    name: oneLine({ minLength: 1, maxLength: 20 }),
    kind: Type.Optional(oneOf(['a', 'b'])),
    day: Type.Optional(Type.String({ format: 'date' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    list: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
  })
  const cases: [object, string, string, number?][] = [
    [{}, 'The field "name" is missing.', 'form.required'],
    [{ name: '' }, '"name" cannot be empty.', 'form.required'],
    [{ name: 'x'.repeat(21) }, '"name" may be at most 20 characters long.', 'form.too_long', 20],
    [{ name: 'a\nb' }, 'Write this on one line, without line breaks and control characters.', 'form.one_line'],
    [{ name: 'x', kind: 'c' }, '"kind" must be one of: a, b.', 'form.not_valid'],
    [{ name: 'x', day: '20 November' }, '"day" must be a day such as 2026-11-20.', 'form.not_valid'],
    [{ name: 'x', count: 0 }, '"count" must be at least 1.', 'form.too_small', 1],
    [{ name: 'x', count: '5' }, '"count" must be integer.', 'form.not_valid'],
    [{ name: 'x', list: ['a', 'b'] }, '"list" may have at most 1 entry.', 'form.too_many', 1],
    [{ name: 'x', role: 'y' }, 'There is no field "role" here.', 'form.unknown_field'],
  ]
  for (const [value, message, key, limit] of cases) {
    const [error] = errorsOf(body, value)
    assert.deepEqual([error?.message, error?.message_translation_key, error?.limit], [message, key, limit])
  }
  assert.deepEqual(told(errorsOf(listTickets.query, { limit: '501' }, 'query')), ['limit: "limit" may be at most 500.'])
})
