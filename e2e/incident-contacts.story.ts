import type { APIRequestContext, Page } from '@playwright/test'
import { findFreePort, startExternalProvider } from '#server/testing/external-provider.ts'
import { type MailSink, startMailSink } from '#server/testing/mail-sink.ts'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const anna = 'anna@nordicops.example'
const bo = 'bo@solnabygg.example'
const night = 'night@solnabygg.example'
const customerId = '2001'

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByPlaceholder('Enter any login').fill(address)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(heading(page)).toBeVisible()
}

/** As the administrator of the provider, a customer with one resource and a source; nothing is said about who is told of incidents. */
async function createCustomer(page: Page): Promise<string> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const ask = async (method: 'post' | 'put', address: string, data: object) => {
    const answer = await page.request[method](`/api/v1/${address}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).result
  }
  await ask('post', 'admin/customer', { customerId, name: 'Solna Bygg', emailDomains: ['solnabygg.example'], tenants: [] })
  await ask('post', `admin/customer/${customerId}/invitation`, { email: bo, name: 'Bo Ek', roles: ['customer-admin'] })
  await ask('put', `customer/${customerId}/entity`, { entities: ['vm-1', 'vm-2'].map((name) => ({ externalId: name, name, type: 'vm' })) })
  return (await ask('post', `admin/customer/${customerId}/monitoring-source`, { name: 'Alertmanager' })).secret
}

/** On a resource of its own: an alert of the same one would join the incident that is open. */
async function fire(request: APIRequestContext, origin: string, { token, host }: { token: string; host: string }): Promise<string> {
  const condition = newCondition(host)
  const { name, fingerprint, instance, startsAt } = condition
  const labels = { alertname: name, severity: 'critical', instance }
  const alert = { status: 'firing', fingerprint, startsAt, labels, annotations: { summary: titleOf(condition) } }
  const answer = await request.post(`${origin}/ingest/v1/alertmanager`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: '4', status: 'firing', receiver: 'vakt', groupKey: name, alerts: [alert] },
  })
  expect(answer.status()).toBe(202)
  return titleOf(condition)
}

const mailsTo = (sink: MailSink, address: string) => sink.received.filter(({ to }) => to === address).map(({ raw }) => raw)

test('where nothing was set up a critical alert is mailed to the customer’s administrator, who then says who is told and tries it', async ({
  startOwnVakt,
  request,
  expectError,
}) => {
  test.setTimeout(180_000)
  expectError(/fonts\.googleapis|favicon|status of 40[01]/)
  const port = await findFreePort()
  const portal = `http://localhost:${port}`
  const [provider, sink] = await Promise.all([startExternalProvider(portal), startMailSink()])
  try {
    const mail = { SMTP_URL: `smtp://127.0.0.1:${sink.port}?ignoreTLS=true`, MAIL_FROM: 'Vakt <vakt@nordicops.example>' }
    const vakt = await startOwnVakt({ DEMO: 'false', PORT: String(port), HOST: '127.0.0.1', ...provider.settings, ...mail })
    const staff = await vakt.openPage()
    const installation = { emailDomains: ['nordicops.example'], tenants: [], language: 'en', timeZone: 'Europe/Stockholm' }
    const people = { providerName: 'Nordic Ops', administratorName: 'Anna Ek', administratorEmail: anna }
    const setUpToken = new URL(vakt.setUpAddress).searchParams.get('token')
    expect((await request.post(`${vakt.origin}/api/v1/set-up`, { data: { token: setUpToken, ...installation, ...people } })).ok()).toBe(
      true,
    )
    await signIn(staff, anna)
    const token = await createCustomer(staff)
    const page = await vakt.openPage()
    await signIn(page, bo)

    await test.step('nothing was set up, and both sides are told', async () => {
      const title = await fire(request, vakt.origin, { token, host: 'vm-1' })
      await expect.poll(() => mailsTo(sink, bo).some((raw) => raw.includes(title))).toBe(true)
      await expect.poll(() => mailsTo(sink, anna).some((raw) => raw.includes(title))).toBe(true)
    })

    await test.step('the administrator reads who is told, and adds contacts', async () => {
      await page.goto('/settings/profile')
      await page.getByRole('link', { name: 'Contacts for incidents' }).click()
      const sentence = page.getByRole('region', { name: 'At 02:00' })
      await expect(sentence).toContainText('a critical or high incident mails')
      await expect(sentence).toContainText('one person of the provider')
      await expect(page.getByRole('list', { name: 'What to know' })).toContainText(
        'the administrators are told of critical and high incidents',
      )
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Add contact' }).click()
      await page.getByRole('textbox', { name: 'Email address' }).fill('night@')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Write the whole address, such as anna@example.com.').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Email address' }).fill(night)
      await page.getByRole('combobox', { name: 'From severity' }).selectOption('Critical')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The contacts are saved')).toBeVisible()
      await expect(sentence).toContainText(`a critical incident mails ${night}`)
      await expect(sentence).toContainText('a high one mails one person of the provider')
      await expect(page.getByRole('list', { name: 'What to know' })).toHaveCount(0)
    })

    await test.step('a test is sent, and its result is shown', async () => {
      await page.getByRole('button', { name: 'Send a test' }).click()
      const result = page.getByRole('main').getByRole('status').filter({ hasText: 'Last test' })
      await expect(result).toContainText(`${night}: Sent`)
      expect(mailsTo(sink, night)).toHaveLength(1)
      const before = mailsTo(sink, bo).length
      await fire(request, vakt.origin, { token, host: 'vm-2' })
      await expect.poll(() => mailsTo(sink, night).length).toBeGreaterThan(1)
      expect(mailsTo(sink, bo)).toHaveLength(before)
    })

    await test.step('who wants more chooses it', async () => {
      await page.goto('/settings/notifications')
      const choices = page.getByRole('region', { name: 'Incidents by email' })
      await choices.getByRole('combobox', { name: 'Critical' }).selectOption('Always email')
      await expect(page.getByText('Saved').first()).toBeVisible()
      await page.goto('/settings/incident-contacts')
      await expect(page.getByRole('region', { name: 'At 02:00' })).toContainText(night)
      await expect(page.getByRole('region', { name: 'At 02:00' })).toContainText('Ek')
    })

    await test.step('staff read the sentence on the page of the customer', async () => {
      await staff.goto(`/admin/customers?open=${customerId}`)
      const panel = staff.getByRole('dialog')
      await expect(panel.getByRole('region', { name: 'At 02:00' })).toContainText(night)
      await panel.getByRole('link', { name: 'Contacts for incidents', exact: true }).click()
      await expect(heading(staff)).toHaveText('Contacts for incidents')
      await staff.setViewportSize({ width: 390, height: 844 })
      await expect(staff.getByRole('button', { name: 'Send a test' })).toBeVisible()
      expect(await findViolations(staff)).toEqual([])
    })
  } finally {
    await Promise.all([provider.stop(), sink.close()])
  }
})
