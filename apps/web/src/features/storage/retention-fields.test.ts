import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createForm } from '#web/forms/create-form.ts'
import { askedOf, type RetentionValues, retentionFields } from './retention-fields.ts'

const start: RetentionValues = { alerts: '', incidents_and_tickets: '', audit_log: '', resource_history: '' }
const make = () => createForm<RetentionValues>({ fields: retentionFields((kind) => ({ label: kind, help: '' })), start })

test('what is left empty is sent empty, never as the shortest term', async () => {
  const form = make()
  form.change('alerts', 200)
  form.blur('audit_log')
  const sent: RetentionValues[] = []
  assert.equal(await form.submit(async (values) => void sent.push(values)), 'sent')
  assert.deepEqual(sent, [{ ...start, alerts: 200 }])
})

test('a term out of its limits is refused and stays as it was typed', async () => {
  const form = make()
  form.change('alerts', 5)
  form.blur('alerts')
  assert.equal(form.state().values.alerts, 5)
  assert.equal(form.field('alerts').problem?.key, 'retention.range')
  assert.notEqual(await form.submit(async () => assert.fail('sent')), 'sent')
  assert.equal(askedOf(form.state().values), null)
  form.change('alerts', 90)
  assert.deepEqual(askedOf(form.state().values), { alerts: 90 })
})
