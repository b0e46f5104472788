import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createForm } from './create-form.ts'
import type { FieldDefinition, OptionItem } from './field-definition.ts'

type Values = { name: string; kind: string; low: number | ''; high: number | ''; extra: string; email: string }

const kinds: OptionItem[] = [
  { value: 'a', label: 'A', disabled: true },
  { value: 'b', label: 'B' },
  { value: 'c', label: 'C', default: true },
]
const fields: FieldDefinition<Values>[] = [
  { type: 'text', name: 'name', label: 'Name', required: true },
  { type: 'select', name: 'kind', label: 'Kind', options: kinds },
  { type: 'number', name: 'low', label: 'Low', min: 0, max: 10 },
  { type: 'number', name: 'high', label: 'High', min: (values) => Number(values.low) + 1 },
  { type: 'text', name: 'extra', label: 'Extra', required: true, render: (values) => values.kind === 'b' },
  { type: 'email', name: 'email', label: 'Email', disabled: (values) => values.kind === 'b' },
]

const make = (start: Partial<Values> = {}) => createForm<Values>({ fields, start })
const refusal = (...errors: { property: string; message: string; message_translation_key: string | null }[]) =>
  Object.assign(new Error('refused'), { errors })

/** A call that is answered when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls: unknown[] = []
  const send = (values: unknown) => {
    calls.push(values)
    return promise
  }
  return { calls, resolve, send }
}

test('shows no problem before the field was left', () => {
  const form = make()
  assert.equal(form.field('name').problem, null)
  assert.equal(form.field('name').isValid, false)
  form.blur('name')
  assert.equal(form.field('name').problem?.key, 'form.required')
  form.change('name', 'x')
  assert.equal(form.field('name').problem, null)
})

test('takes 950 ms without a change for having been at the field, and tells who asked what the form holds then', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const rested: string[] = []
  const form = createForm<Values>({ fields, onRest: (values) => rested.push(values.email) })
  form.change('email', 'a')
  mock.timers.tick(900)
  form.change('email', 'ab')
  mock.timers.tick(949)
  assert.equal(form.field('email').problem, null)
  assert.deepEqual(rested, [])
  mock.timers.tick(1)
  assert.equal(form.field('email').problem?.key, 'form.email_invalid')
  assert.deepEqual(rested, ['ab'])
  form.change('email', 'abc')
  form.dispose()
  mock.timers.tick(5000)
  assert.deepEqual(rested, ['ab'])
  mock.timers.reset()
})

test('gives the same state of a field until something in it changes', () => {
  const form = make()
  const before = form.field('kind')
  form.change('name', 'x')
  assert.equal(form.field('kind'), before)
  form.change('kind', 'b')
  assert.notEqual(form.field('kind'), before)
})

test('clamps a number when it is left, by bounds that follow from other fields too', () => {
  const form = make()
  form.change('low', 25)
  assert.equal(form.state().values.low, 25)
  form.blur('low')
  assert.equal(form.state().values.low, 10)
  form.change('high', 3)
  form.blur('high')
  assert.equal(form.state().values.high, 11)
  form.change('low', '')
  form.blur('low')
  assert.equal(form.state().values.low, 0)
})

test('says which limit a number passed when another field moved the limit', () => {
  const form = make({ high: 5 })
  form.blur('high')
  form.change('low', 7)
  assert.deepEqual(form.field('high').problem, { key: 'form.too_small', message: '', limit: 8 })
})

test('leaves out what is hidden or disabled when it asks whether all is well', async () => {
  const form = make({ name: 'x', email: 'no address', kind: 'b', extra: 'y' })
  assert.equal(form.field('email').isDisabled, true)
  assert.equal(await form.submit(async () => {}), 'sent')
  const hidden = make({ name: 'x' })
  assert.equal(hidden.field('extra').isVisible, false)
  assert.equal(await hidden.submit(async () => {}), 'sent')
})

test('focuses the first field that is wrong and sends nothing', async () => {
  const form = make({ kind: 'b' })
  const focused: string[] = []
  for (const { name } of fields) form.attach(name, () => focused.push(name))
  const call = held()
  assert.equal(await form.submit(call.send), 'invalid')
  assert.deepEqual(focused, ['name'])
  assert.deepEqual(call.calls, [])
  assert.equal(form.field('extra').problem?.key, 'form.required')
})

test('sends once, takes no change meanwhile, and stays locked once sent', async () => {
  const form = make({ name: 'x' })
  const call = held()
  const sending = form.submit(call.send)
  assert.equal(form.state().phase, 'submitting')
  assert.equal(await form.submit(call.send), 'blocked')
  form.change('name', 'y')
  call.resolve()
  assert.equal(await sending, 'sent')
  assert.equal(await form.submit(call.send), 'blocked')
  form.change('name', 'z')
  assert.equal(call.calls.length, 1)
  assert.equal(form.state().values.name, 'x')
  assert.equal(form.field('name').isLocked, true)
})

test("puts the server's errors on their fields, keeps the others, and can be sent again", async () => {
  const form = make({ name: 'x' })
  const focused: string[] = []
  form.attach('email', () => focused.push('email'))
  const refused = refusal(
    { property: 'body/email', message: 'Taken', message_translation_key: 'email.taken' },
    { property: 'email', message: 'Second', message_translation_key: null },
    { property: 'extra', message: 'Hidden', message_translation_key: null },
    { property: '', message: 'Odd', message_translation_key: null },
  )
  assert.equal(await form.submit(() => Promise.reject(refused)), 'failed')
  assert.deepEqual(form.field('email').problem, { message: 'Taken', key: 'email.taken' })
  assert.deepEqual(
    form.state().failure?.others.map(({ message }) => message),
    ['Hidden', 'Odd'],
  )
  assert.equal(form.state().failure?.hasFieldErrors, true)
  assert.deepEqual(focused, ['email'])
  form.change('email', 'a@b.se')
  assert.equal(form.field('email').problem, null)
  assert.equal(await form.submit(async () => {}), 'sent')
  assert.equal(form.state().failure, null)
})

test('a failure without errors on it leaves the form as it was', async () => {
  const form = make({ name: 'x' })
  assert.equal(await form.submit(() => Promise.reject(new Error('gone'))), 'failed')
  assert.deepEqual([form.state().failure?.hasFieldErrors, form.field('name').isLocked], [false, false])
})

test('is dirty when something would be lost: not by defaults, not when changed back, not when sent', async () => {
  const form = make()
  assert.equal(form.isDirty(), false)
  form.change('name', 'x')
  assert.equal(form.isDirty(), true)
  form.change('name', '')
  assert.equal(form.isDirty(), false)
  form.change('name', 'x')
  await form.submit(async () => {})
  assert.equal(form.isDirty(), false)
  form.restart()
  assert.deepEqual([form.state().phase, form.state().values.name, form.isDirty()], ['idle', '', false])
})

test('other definitions keep what was filled in; options that arrive late are chosen from without making the form dirty', () => {
  const late = (options: OptionItem[]): FieldDefinition<Values>[] => [
    { type: 'text', name: 'name', label: 'Namn' },
    { type: 'select', name: 'kind', label: 'Sort', options },
  ]
  const form = createForm<Values>({ fields: late([]) })
  form.replaceFields(late(kinds))
  assert.deepEqual([form.state().values.kind, form.isDirty()], ['c', false])
  form.change('name', 'x')
  form.replaceFields(late([{ value: 'd', label: 'D' }]))
  assert.deepEqual([form.state().values.name, form.state().values.kind], ['x', 'd'])
})

test('a check of several fields together puts its message on one of them', async () => {
  const form = createForm<Values>({
    fields,
    start: { name: 'x', email: 'x@y.se' },
    check: ({ name, email }) => (email.startsWith(name) ? { email: 'Choose another' } : {}),
  })
  assert.equal(await form.submit(async () => {}), 'invalid')
  assert.deepEqual(form.field('email').problem, { message: 'Choose another' })
})
