import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createForm } from './create-form.ts'
import { reachableStep, wrongStep } from './step-list.ts'

type Values = { name: string; people: { email: string }[]; note: string }

const steps = [
  { name: 'about', title: 'About', fields: ['name' as const] },
  { name: 'people', title: 'People', fields: ['people' as const, 'note' as const] },
]
const make = (start: Partial<Values>) =>
  createForm<Values>({
    start,
    fields: [
      { type: 'text', name: 'name', label: 'Name', required: true },
      {
        type: 'rows',
        name: 'people',
        label: 'People',
        rowLabel: 'Person',
        min: 1,
        fields: [{ type: 'email', name: 'email', label: 'Email', required: true }],
      },
      { type: 'text', name: 'note', label: 'Note' },
    ],
  })

test('the address opens a step, but none behind one that is not filled in yet', () => {
  const empty = make({})
  assert.deepEqual(
    [undefined, 'people', 'summary', 'nowhere'].map((wanted) => reachableStep(empty, steps, wanted)),
    ['about', 'about', 'about', 'about'],
  )
  const half = make({ name: 'x' })
  assert.deepEqual(
    ['about', 'people', 'summary'].map((wanted) => reachableStep(half, steps, wanted)),
    ['about', 'people', 'people'],
  )
  const full = make({ name: 'x', people: [{ email: 'a@b.se' }] })
  assert.equal(reachableStep(full, steps, 'summary'), 'summary')
})

test('finds the step of what the server refused', async () => {
  const form = make({ name: 'x', people: [{ email: 'a@b.se' }] })
  assert.equal(wrongStep(form, steps), undefined)
  const errors = [{ property: 'people/0/email', message: 'Unknown', message_translation_key: null }]
  await form.submit(() => Promise.reject(Object.assign(new Error(), { errors })))
  assert.equal(wrongStep(form, steps), 'people')
})
