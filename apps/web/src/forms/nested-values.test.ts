import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createForm } from './create-form.ts'
import type { FieldDefinition } from './field-definition.ts'
import { rowsOf } from './form-paths.ts'
import { withMoved } from './parts/row-order.ts'

type Step = { name: string; kind: 'mail' | 'wait'; address: string; minutes: number | null }
type Values = { title: string; settings: { region: string; zone: string }; steps: Step[]; areas: string[] }

const fields: FieldDefinition<Values>[] = [
  { type: 'text', name: 'title', label: 'Title', required: true },
  {
    type: 'group',
    name: 'settings',
    label: 'Settings',
    fields: [
      { type: 'text', name: 'region', label: 'Region', required: true },
      { type: 'text', name: 'zone', label: 'Zone', render: ({ region }, { title }) => region === 'north' && title !== 'plain' },
    ],
  },
  {
    type: 'rows',
    name: 'steps',
    label: 'Steps',
    rowLabel: 'Step',
    newRow: { kind: 'mail' },
    min: 1,
    max: 3,
    fields: [
      { type: 'text', name: 'name', label: 'Name', required: true },
      {
        type: 'select',
        name: 'kind',
        label: 'Kind',
        options: [
          { value: 'mail', label: 'Mail' },
          { value: 'wait', label: 'Wait' },
        ],
      },
      { type: 'email', name: 'address', label: 'Address', required: true, render: ({ kind }) => kind === 'mail' },
      { type: 'duration', name: 'minutes', label: 'Minutes', required: true, render: ({ kind }) => kind === 'wait' },
    ],
  },
]

const mail = (name: string): Step => ({ name, kind: 'mail', address: `${name}@x.se`, minutes: null })
const start = { title: 'T', settings: { region: 'south', zone: 'a' }, steps: [mail('one'), mail('two')] }
const make = (more: Partial<Values> = {}) => createForm<Values>({ fields, start: { ...start, ...more } })
const pathsOf = (form: ReturnType<typeof make>) => form.field('steps').rows.map((key) => `steps.${key}`)
const refusal = (property: string) =>
  Object.assign(new Error('refused'), { errors: [{ property, message: 'Taken', message_translation_key: null }] })

test('begins with as many rows as there must be, each with its defaults', () => {
  const form = createForm<Values>({ fields })
  assert.deepEqual(form.state().values.steps, [{ name: '', kind: 'mail', address: '', minutes: null }])
  assert.deepEqual(form.state().values.settings, { region: '', zone: '' })
  assert.equal(form.isDirty(), false)
})

test('a change in a row changes that row alone, and the form is clean again when it is changed back', () => {
  const form = make()
  const [first, second] = pathsOf(form)
  const before = form.field(`${second}.name`)
  form.changeAt(`${first}.name`, 'other')
  assert.deepEqual(
    form.state().values.steps.map(({ name }) => name),
    ['other', 'two'],
  )
  assert.equal(form.field(`${second}.name`), before)
  assert.deepEqual(pathsOf(form), [first, second])
  assert.equal(form.isDirty(), true)
  form.changeAt(`${first}.name`, 'one')
  assert.equal(form.isDirty(), false)
})

test('what is wrong with a row stays with it when rows are moved, removed and put back', () => {
  const form = make()
  const [first, second] = pathsOf(form)
  form.changeAt(`${second}.name`, '')
  form.blur(`${second}.name`)
  const rows = rowsOf(form.value('steps'))
  form.changeAt('steps', withMoved(rows, 1, 0))
  assert.deepEqual(pathsOf(form), [second, first])
  assert.equal(form.field(`${second}.name`).problem?.key, 'form.required')
  assert.equal(form.field(`${first}.name`).problem, null)
  form.changeAt('steps', rows.slice(0, 1))
  assert.equal(form.field(`${second}.name`).isVisible, false)
  form.changeAt('steps', rows)
  assert.equal(form.field(`${second}.name`).problem?.key, 'form.required')
})

test('a row has at least and at most so many, and the server’s errors land on the field of the row that it means', async () => {
  const form = make({ steps: [mail('one'), mail('two'), mail('three'), mail('four')] })
  assert.equal(await form.submit(async () => {}), 'invalid')
  assert.deepEqual(form.field('steps').problem, { key: 'form.too_many', message: '', limit: 3 })
  form.changeAt('steps', [])
  assert.equal(form.field('steps').problem?.key, 'form.too_few')
  const other = make()
  assert.equal(await other.submit(() => Promise.reject(refusal('body/steps/1/address'))), 'failed')
  assert.equal(other.field(`${pathsOf(other)[1]}.address`).problem?.message, 'Taken')
  assert.equal(await other.submit(() => Promise.reject(refusal('settings.region'))), 'failed')
  assert.equal(other.field('settings.region').problem?.message, 'Taken')
  assert.equal(await other.submit(() => Promise.reject(refusal('body/settings/zone'))), 'failed')
  assert.deepEqual(
    other.state().failure?.others.map(({ message }) => message),
    ['Taken'],
  )
})

test('what is hidden is neither checked nor sent, in groups and rows too; shown again it is as it was', async () => {
  const form = make({ steps: [{ ...mail('one'), address: 'wrong', minutes: 5 }] })
  const [first] = pathsOf(form)
  form.changeAt(`${first}.kind`, 'wait')
  let sent: unknown
  await form.submit(async (values) => {
    sent = values
    throw new Error('not yet')
  })
  assert.deepEqual(sent, { title: 'T', settings: { region: 'south' }, steps: [{ name: 'one', kind: 'wait', minutes: 5 }] })
  form.changeAt(`${first}.kind`, 'mail')
  assert.equal(form.field(`${first}.address`).value, 'wrong')
  form.change('settings', { region: 'north', zone: 'b' })
  assert.equal(form.field('settings.zone').isVisible, true)
  form.change('title', 'plain')
  assert.equal(form.field('settings.zone').isVisible, false)
})

test('a part is reviewed alone: its fields say what is wrong, the others do not', () => {
  const form = make({ title: '', settings: { region: '', zone: '' } })
  const focused: string[] = []
  form.attach('settings.region', () => focused.push('region'))
  assert.equal(form.review(['settings']), false)
  assert.equal(form.field('settings.region').problem?.key, 'form.required')
  assert.equal(form.field('title').problem, null)
  assert.deepEqual([form.findWrong(), form.findWrong(['steps'])], ['title', null])
})

test('a field that is not there yet takes the focus as soon as it is', () => {
  const form = make()
  const focused: string[] = []
  form.focus('settings.region')
  form.attach('title', () => focused.push('title'))
  form.attach('settings.region', () => focused.push('region'))
  assert.deepEqual(focused, ['region'])
})

test('a check of several fields names a row by its place', async () => {
  const form = createForm<Values>({ fields, start, check: () => ({ 'steps.1.name': 'Twice' }) })
  assert.equal(await form.submit(async () => {}), 'invalid')
  assert.equal(form.field(`${pathsOf(form)[1]}.name`).problem?.message, 'Twice')
})
