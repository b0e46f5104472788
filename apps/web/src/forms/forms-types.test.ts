import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createForm } from './create-form.ts'
import type { FieldDefinition } from './field-definition.ts'

type Values = {
  subject: string
  kind: 'a' | 'b'
  count: number | ''
  yes: boolean
  owner: { id: string } | null
  names: string[]
  files: File[]
}

const right: FieldDefinition<Values>[] = [
  { type: 'text', name: 'subject', label: 'Subject', validator: { condition: (subject) => subject.length > 1, message: 'Too short' } },
  { type: 'select', name: 'kind', label: 'Kind', options: [{ value: 'a', label: 'A' }] },
  { type: 'number', name: 'count', label: 'Count', min: 1, max: (values) => (values.kind === 'a' ? 5 : 9) },
  { type: 'switch', name: 'yes', label: 'Yes' },
  { type: 'objectsingle', name: 'owner', label: 'Owner', identify: (owner) => owner.id, options: [{ value: { id: '1' }, label: 'One' }] },
  { type: 'filterselect', multiple: true, name: 'names', label: 'Names', options: [{ value: 'x', label: 'X' }] },
  { type: 'file', name: 'files', label: 'Files' },
  { type: 'text', isSecret: true, name: 'subject', label: 'Subject' },
  { type: 'label', name: 'heading', label: 'Heading' },
]

const wrong: FieldDefinition<Values>[] = [
  // @ts-expect-error a number is not typed as text
  { type: 'text', name: 'count', label: 'Count' },
  // @ts-expect-error one of a few words is not typed freely
  { type: 'text', name: 'kind', label: 'Kind' },
  // @ts-expect-error an option that the value cannot be
  { type: 'select', name: 'kind', label: 'Kind', options: [{ value: 'c', label: 'C' }] },
  // @ts-expect-error a field that the form does not have
  { type: 'text', name: 'nothing', label: 'Nothing' },
  // @ts-expect-error a list is chosen with `multiple`
  { type: 'filterselect', name: 'names', label: 'Names', options: [{ value: 'x', label: 'X' }] },
  // @ts-expect-error a text is no yes or no
  { type: 'bool', name: 'subject', label: 'Subject' },
  // @ts-expect-error an object is found by what identifies it
  { type: 'objectsingle', name: 'owner', label: 'Owner', options: [] },
  // @ts-expect-error a file is no list of words
  { type: 'tags', name: 'files', label: 'Files' },
]

test('begins with the empty value of each kind of field', () => {
  const form = createForm<Values>({ fields: right })
  assert.deepEqual(form.state().values, { subject: '', kind: 'a', count: '', yes: false, owner: null, names: [], files: [] })
  assert.equal(wrong.length, 8)
})
