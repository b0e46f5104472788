import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { newNumber } from '#server/testing/phone-desk.ts'
import { createPushBrowser } from '#server/testing/push-service.ts'
import { openTicketDesks } from '#server/testing/ticket-desk.ts'
import { escalationQueues } from './run-escalations.ts'

const { vakt, anna, query, userId, contextAt } = await openTicketDesks()
after(() => vakt.close())
const annaId = await userId(anna)
const settings = { origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: false }
const languages = ['en', 'sv'] as const
const finding: RuleFinding = { metric: 'system.cpu.utilization', unit: '1', resource: 'vm-1', value: 0.97, comparison: '>', limit: 0.8 }

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await vakt.call(anna, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return JSON.parse(answer.body || '{}').result
}

const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
await ask('POST', '/push-device', { name: 'Chrome', endpoint, ...createPushBrowser().keys })

/** Pages reach Anna by this channel first, on a number that no message has gone to yet. */
async function prefer(first: string) {
  await query(
    `insert into phone_number (customer_id, user_id, number, confirmed_at, changed_at)
     select customer_id, user_id, $2, now(), now() from app_user where user_id = $1
     on conflict (customer_id, user_id) do update set number = $2`,
    [annaId, newNumber()],
  )
  const { version } = await ask<{ version: number }>('GET', '/contact-preference')
  const rules = [{ severities: ['critical', 'high', 'medium', 'low'], hours: null, first, second: null, minutes: 5 }]
  await ask('PUT', '/contact-preference', { rules, quietHours: null, version })
}

/** Opens an incident of an alert rule at a customer that pages Anna alone. */
async function openFound() {
  const steps = [{ scheduleId: null, userId: annaId, minutes: 5 }]
  const policy = { name: `Policy ${randomUUID()}`, repeats: 0, isDefault: false, steps }
  const { policyId } = await ask<{ policyId: string }>('POST', '/admin/escalation-policy', policy)
  const { customerId } = await createCustomer(vakt.database)
  await ask('PUT', `/admin/customer/${customerId}/paging-setting`, { fromSeverity: 'low', pagesCloudOps: true, policyId, version: 0 })
  const { name } = await createEntity(vakt.database, customerId)
  const labels = { alertname: 'CpuHigh', severity: 'critical', instance: name }
  const alert = {
    status: 'firing',
    fingerprint: randomUUID(),
    labels,
    annotations: { summary: 'Busy' },
    startsAt: new Date().toISOString(),
  }
  const token = await createIngestToken(vakt.database, customerId)
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  await query('update incident set title = $2, finding = $3 where customer_id = $1', [customerId, writeRuleFinding(finding, 'en'), finding])
  return customerId
}

async function escalate(minutes = 0) {
  const now = new Date(Date.now() + minutes * 60_000 + 1000)
  await workThrough(escalationQueues(settings), () => ({ ...contextAt(now)(), ...clockAt(now) }), now)
}

async function writtenTo(customerId: string) {
  const { rows } = await query<{ channel: string; kind: string; subject: string; text_body: string; html_body: string | null }>(
    'select * from mail_delivery where customer_id = $1 and recipient_id = $2 order by created_at',
    [customerId, annaId],
  )
  return rows
}

for (const channel of ['mail', 'push', 'sms', 'voice'] as const)
  test(`a page by ${channel} names what an alert rule found in the language of who is paged`, async () => {
    for (const language of languages) {
      await userId(anna, language)
      await prefer(channel)
      const customerId = await openFound()
      await escalate()
      const [page = assert.fail('no page')] = await writtenTo(customerId)
      assert.deepEqual([page.channel, page.kind], [channel, 'page'])
      const found = writeRuleFinding(finding, language)
      assert.ok(page.subject.includes(found), page.subject)
      assert.ok(page.text_body.includes(found), page.text_body)
      if (channel !== 'mail') continue
      assert.ok(page.html_body?.includes(escapeHtml(found)), page.html_body ?? '')
      const link = /https:\/\/vakt\.test(\/page\/vakt_page_[\w-]+)/.exec(page.text_body)?.[1] ?? assert.fail(page.text_body)
      const { body } = await vakt.app.inject({ method: 'GET', url: link })
      assert.ok(body.includes(`<h1>${escapeHtml(found)}</h1>`), body)
      await escalate(6)
      const unanswered = (await writtenTo(customerId)).find(({ kind }) => kind === 'page_unanswered')
      assert.ok(unanswered?.subject.includes(found) && unanswered.text_body.includes(found), unanswered?.subject)
    }
  })
