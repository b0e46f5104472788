import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addColleague } from './add-colleague.ts'
import { readTokens, signIn } from './sign-in.ts'
import { type Condition, newCondition, titleOf } from './signals.ts'
import { expect, test } from './story.ts'
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const customerId = '1001'
const texts = {
  en: {
    host: 'vm-reporting-01',
    wait: 'Wait 1 min',
    waiting: 'waiting until',
    done: 'done',
    delivered: 'delivered',
    finished: 'Finished',
    paged: 'paged',
    acknowledged: 'Karin Lindqvist acknowledged it',
    spoken: 'Acknowledged by Karin Lindqvist',
    voice: 'language="en-GB"',
  },
  sv: {
    host: 'vm-print-01',
    wait: 'Vänta 1 min',
    waiting: 'väntar till',
    done: 'klart',
    delivered: 'framme',
    finished: 'Klar',
    paged: 'larmade',
    acknowledged: 'Karin Lindqvist kvitterade',
    spoken: 'Kvitterad av Karin Lindqvist',
    voice: 'language="sv-SE"',
  },
}
const newNumber = () => `+4670${randomInt(1_000_000, 9_999_999)}`

let vakt: TwoProcesses
test.beforeAll(async () => {
  test.setTimeout(120_000)
  vakt = await startTwoProcesses()
})
test.afterAll(() => vakt?.stop())

type Language = keyof typeof texts

/** As staff: Oskar is on call, Karin is the second step and has chosen to be called, and a process waits for alerts of the host. */
async function prepare(page: Page, language: Language) {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const ask = async (method: 'get' | 'post' | 'put', address: string, data?: object) => {
    const answer = await page.request[method](`/api/v1/${address}`, { headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    const text = await answer.text()
    return text ? JSON.parse(text).result : undefined
  }
  const oskar = await addColleague(vakt.database, 'Oskar Bergström')
  const people: { userId: string; name: string }[] = await ask('get', 'admin/on-call-people')
  const karin = people.find(({ name }) => name === 'Karin Lindqvist')?.userId
  const numbers = { oskar: newNumber(), karin: newNumber(), room: newNumber() }
  await vakt.database.query(
    `insert into phone_number (customer_id, user_id, number, confirmed_at, changed_at)
     select u.customer_id, u.user_id, n.number, now(), now() from app_user u
     join unnest($1::uuid[], $2::text[]) as n (user_id, number) using (user_id)
     on conflict (customer_id, user_id) do update set number = excluded.number`,
    [
      [oskar, karin],
      [numbers.oskar, numbers.karin],
    ],
  )
  await ask('put', 'authentication/usercontext', { preferred_language: language, arrival_toasts: false })
  const preference = await ask('get', 'contact-preference')
  const rules = [{ severities: ['high'], hours: null, first: 'voice', second: null, minutes: 5 }]
  await ask('put', 'contact-preference', { rules, quietHours: null, version: preference.version })
  const layers = [{ startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null, people: [oskar] }]
  const name = `Night ${language}`
  const { scheduleId } = await ask('post', 'admin/on-call', { name, timeZone: 'Europe/Stockholm', layers })
  const steps = [
    { scheduleId, userId: null, minutes: 30 },
    { scheduleId: null, userId: karin, minutes: 30 },
  ]
  const { policyId } = await ask('post', 'admin/escalation-policy', { name, repeats: 0, isDefault: false, steps })
  const settings: { customerId: string; version: number }[] = await ask('get', 'admin/paging-setting')
  const version = settings.find((one) => one.customerId === customerId)?.version ?? 0
  await ask('put', `admin/customer/${customerId}/paging-setting`, { fromSeverity: 'high', pagesCloudOps: true, policyId, version })
  const [{ entityId }] = await ask('get', `customer/${customerId}/entity?search=${texts[language].host}`)
  const wait = { type: 'delay', delayInMinutes: 1, completeActionIfIncidentIsResolved: false }
  const actions = [
    wait,
    { type: 'check_alerting' },
    { type: 'email', to: 'admin@nordan.example', subject: '{resource}', body: '{incident}', includeTicketInformation: false },
    wait,
    { type: 'sms', phoneNumber: numbers.room, message: '{resource}: {incident}' },
    { type: 'update_ticket_priority', ticketPriority: 1, ticketNote: '' },
  ]
  await ask('post', `customer/${customerId}/process-model`, { name, entityId, actions })
  return { ...numbers, processName: name }
}

async function fire(page: Page, condition: Condition): Promise<void> {
  const { name, fingerprint, instance, startsAt } = condition
  const labels = { alertname: name, severity: 'high', instance }
  const alert = { status: 'firing', fingerprint, startsAt, labels, annotations: { summary: titleOf(condition) } }
  const answer = await page.request.post('/ingest/v1/alertmanager', {
    headers: { authorization: `Bearer ${vakt.web.token}` },
    data: { version: '4', status: 'firing', receiver: 'vakt', groupKey: name, alerts: [alert] },
  })
  expect(answer.status()).toBe(202)
}

for (const language of ['en', 'sv'] as const)
  test(`an alert at night, step by step until a pressed key acknowledges it (${language})`, async ({ openBrowser }) => {
    test.setTimeout(120_000)
    const words = texts[language]
    const { elks, twilio } = vakt
    const context = await openBrowser({ baseURL: vakt.web.origin })
    const page = await context.newPage()
    await signIn(page, 'staff')
    const { oskar, karin, room, processName } = await prepare(page, language)
    const sentTo = (number: string) => elks.messages.filter(({ to }) => to === number)
    // In one of the languages: what survives does not depend on it.
    const killWorker = async () => (language === 'en' ? vakt.killWorker() : undefined)

    const condition = newCondition(words.host)
    await fire(page, condition)
    await page.goto(`/incidents/${customerId}?q=${condition.name}`)
    await page.getByRole('link', { name: titleOf(condition) }).click()
    const timeline = page.getByRole('main')
    await expect(timeline).toContainText(`${words.paged} Oskar Bergström`)
    await expect.poll(() => sentTo(oskar).length).toBe(1)
    const run = await context.newPage()
    await run.goto((await page.getByRole('link', { name: processName }).first().getAttribute('href')) ?? '')
    const card = (step: number) =>
      run
        .getByRole('main')
        .locator('li[data-state]')
        .nth(step - 1)
    await expect(card(1)).toContainText(words.wait)
    await expect(card(1)).toContainText(words.waiting)

    await killWorker()
    await vakt.passDelays()
    for (const step of [1, 2, 3]) await expect(card(step)).toContainText(words.done)
    await expect(card(3)).toContainText('admin@nordan.example')
    await expect(card(4)).toContainText(words.waiting)

    await killWorker()
    await vakt.passDelays()
    await expect(card(5)).toContainText(room)
    await expect.poll(() => sentTo(room).length).toBe(1)
    const [sms] = sentTo(room)
    expect(sms?.message).toBe(`${words.host}: ${titleOf(condition)}`)
    if (sms) expect((await elks.report(sms, 'delivered')).status).toBe(204)
    await expect(card(5)).toContainText(words.delivered)
    await expect(card(6)).toContainText(words.done)
    await expect(run.getByRole('main')).toContainText(words.finished)

    await vakt.passEscalationSteps()
    await expect(timeline).toContainText(`${words.paged} Karin Lindqvist`)
    const callTo = () => twilio.calls.find(({ To }) => To === karin)
    await expect.poll(() => callTo()?.Twiml).toContain(words.voice)
    const address = (/action="([^"]+)"/.exec(callTo()?.Twiml ?? '')?.[1] ?? '').replaceAll('&amp;', '&')
    const { headers, payload } = twilio.callBack(address, { CallSid: callTo()?.id ?? '', Digits: '1' })
    const answer = await page.request.post(address, { headers, data: payload })
    expect(await answer.text()).toContain(words.spoken)
    await expect(timeline).toContainText(words.acknowledged)
    expect([sentTo(oskar).length, sentTo(room).length, twilio.calls.filter(({ To }) => To === karin).length]).toEqual([1, 1, 1])
  })
