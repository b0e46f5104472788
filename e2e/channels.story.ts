import type { Page } from '@playwright/test'
import { startElksServer } from '#server/testing/elks-server.ts'
import { readTokens, signIn } from './sign-in.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

const timeOfDay = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Stockholm' })

/** As staff: the user who is signed in on the page is paged for critical incidents of customer 1001. */
async function pageMe(page: Page): Promise<void> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const ask = async (method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const answer = await page.request[method](`/api/v1/admin/${path}`, { headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    const text = await answer.text()
    return text ? JSON.parse(text).result : undefined
  }
  const [{ userId }] = await ask('get', 'on-call-people')
  const steps = [{ scheduleId: null, userId, minutes: 30 }]
  const { policyId } = await ask('post', 'escalation-policy', { name: 'Story', repeats: 0, isDefault: false, steps })
  const settings: { customerId: string; version: number }[] = await ask('get', 'paging-setting')
  const version = settings.find(({ customerId }) => customerId === '1001')?.version ?? 0
  await ask('put', 'customer/1001/paging-setting', { fromSeverity: 'critical', pagesCloudOps: true, policyId, version })
}

test('a test SMS is reported as delivered, a code confirms a number, and a pressed key acknowledges the page that rings it', async ({
  openBrowser,
  afterBrowsers,
  request,
}) => {
  test.setTimeout(90_000)
  const elks = await startElksServer()
  const { url, user, password } = elks.settings
  const vakt = await launchVakt({
    ...{ SMS_PROVIDER: '46elks', SMS_FROM: '+46766861004', VOICE_PROVIDER: '46elks', VOICE_FROM: '+46766861004' },
    ...{ ELKS_URL: url, ELKS_USER: user, ELKS_PASSWORD: password },
  })
  afterBrowsers.push(vakt.stop, async () => void (await elks.close()))
  const page = await (await openBrowser({ baseURL: vakt.origin })).newPage()
  await signIn(page, 'staff', '/admin/channels')
  const sms = page.getByRole('region', { name: 'SMS' })
  await test.step('a test SMS, and its report', async () => {
    await expect(sms).toContainText('Handed to 46elks')
    await expect(page.getByRole('region', { name: 'Calls' })).toContainText('English only')
    await sms.getByRole('button', { name: 'Send a test: SMS' }).click()
    await sms.getByRole('textbox', { name: 'Number' }).fill('070-123 45 67')
    await sms.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(sms.getByText(/Waiting for the report/)).toBeVisible()
    const [sent] = elks.messages
    expect(sent?.to).toBe('+46701234567')
    if (sent) expect((await elks.report(sent, 'delivered')).status).toBe(204)
    await expect(sms.getByText(/Delivered\./)).toBeVisible()
    await expect(sms.getByRole('link', { name: '1 delivered' })).toBeVisible()
    await expect(sms).toContainText('0.35 SEK')
  })
  await test.step('a number of one’s own, confirmed by a code', async () => {
    await page.goto('/settings/profile')
    const number = page.getByRole('region', { name: 'Telephone number' })
    await number.getByRole('textbox', { name: 'Mobile number' }).fill('070-765 43 21')
    await number.getByRole('button', { name: 'Send code' }).click()
    await expect(number).toContainText('Not confirmed')
    await expect.poll(() => elks.messages.length).toBe(2)
    await number.getByRole('textbox', { name: 'Code' }).fill(/\d{6}/.exec(elks.messages[1]?.message ?? '')?.[0] ?? '')
    await number.getByRole('button', { name: 'Confirm' }).click()
    await expect(number.getByText('Confirmed', { exact: true })).toBeVisible()
  })
  await test.step('a rule for critical pages at this hour: a call, and nothing else', async () => {
    await page.goto('/settings/contact')
    const form = page.getByRole('form', { name: 'How you are reached' })
    await form.getByRole('button', { name: /^Add/ }).click()
    await form.getByRole('combobox', { name: 'First' }).selectOption('Call')
    await form.getByRole('combobox', { name: 'Then' }).selectOption('nothing more')
    await form.getByRole('switch', { name: 'Only in certain hours' }).click()
    const [from, to] = [-1, 1].map((hours) => timeOfDay.format(Date.now() + hours * 3_600_000))
    await form
      .getByRole('textbox', { name: 'From' })
      .last()
      .fill(from ?? '')
    await form
      .getByRole('textbox', { name: 'To' })
      .last()
      .fill(to ?? '')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
  await test.step('a page calls it by that rule, and a pressed one acknowledges', async () => {
    await pageMe(page)
    await page.goto('/admin/paging')
    const labels = { alertname: 'Backup', severity: 'critical', instance: 'vm-sync-01' }
    const alert = {
      status: 'firing',
      fingerprint: 'f1',
      labels,
      annotations: { summary: 'No backup' },
      startsAt: new Date().toISOString(),
    }
    const answer = await request.post(`${vakt.origin}/ingest/v1/alertmanager`, {
      headers: { authorization: `Bearer ${vakt.token}` },
      data: { version: '4', status: 'firing', receiver: 'vakt', groupKey: 'g', alerts: [alert] },
    })
    expect(answer.status()).toBe(202)
    await expect.poll(() => elks.calls.length).toBe(1)
    const [call] = elks.calls
    expect(call?.to).toBe('+46707654321')
    expect(call?.voice_start).toContain('No backup')
    if (call) expect((await elks.pressKey(call, '1')).text).toContain('Acknowledged by Karin Lindqvist')
    const pages = page.getByRole('region', { name: 'Latest pages' }).getByRole('listitem')
    await expect(pages.filter({ hasText: /Karin Lindqvist was paged.*call.*acknowledged/ })).toBeVisible()
    // Neither a mail nor an SMS: the two before were the test and the code.
    await expect(pages).toHaveCount(1)
    expect(elks.messages).toHaveLength(2)
  })
})
