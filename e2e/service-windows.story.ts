import type { APIRequestContext, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { chooseFound } from './choose.ts'
import { hasMonitoring, type Monitoring, startMonitoring } from './monitoring.ts'
import { readTokens } from './sign-in.ts'
import { type Condition, newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 }, timezoneId: 'Europe/Stockholm' }

const words = {
  en: {
    create: 'Create service window',
    drawing: 'Service windows of this resource',
    add: /^Add to /,
    steps: ['Reason and schedule', 'Notices', 'Resources', 'Metrics', 'Summary'],
    reason: 'Reason',
    next: 'Next',
    recipients: 'People who are notified',
    bell: /^Notifications/,
    over: 'A service window has ended',
    held: 'Held by window',
    end: 'End now',
    endQuestion: 'End this window now?',
    raised: 'Raised',
    recovered: 'Recovered by itself',
    noIncident: 'Held by a service window',
  },
  sv: {
    create: 'Skapa servicefönster',
    drawing: 'Resursens servicefönster',
    add: /^Lägg till för /,
    steps: ['Anledning och schema', 'Meddelanden', 'Resurser', 'Mått', 'Sammanfattning'],
    reason: 'Anledning',
    next: 'Nästa',
    recipients: 'Personer som meddelas',
    bell: /^Aviseringar/,
    over: 'Ett servicefönster är slut',
    held: 'Pausas av fönstret',
    end: 'Avsluta nu',
    endQuestion: 'Avsluta fönstret nu?',
    raised: 'Öppnades som incident',
    recovered: 'Återhämtade sig självt',
    noIncident: 'Pausades av ett servicefönster',
  },
} as const

type Entity = { entityId: string; name: string }

async function callApi(page: Page, method: 'GET' | 'POST', path: string, data?: object) {
  const { accessToken } = await readTokens(page)
  const answer = await page.request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${accessToken}` }, data })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()).result
}

async function findEntity(page: Page, name: string): Promise<Entity> {
  const [entity] = await callApi(page, 'GET', `/customer/1001/entity?limit=1&search=${name}`)
  return entity
}

const alertNamed = (page: Page, name: string) => callApi(page, 'GET', `/customer/1001/alert?q=${name}`)
const incidentsNamed = (page: Page, name: string) => callApi(page, 'GET', `/customer/1001/incident?q=${name}&state=open&state=resolved`)
const ticketsNamed = (page: Page, name: string) => callApi(page, 'GET', `/customer/1001/ticket?search=${name}`)

/** A window over the resource that began a minute ago, as a pipeline opens one; it is ended by hand. */
const startWindow = (page: Page, { entityId }: Entity, reason: string) =>
  callApi(page, 'POST', '/customer/1001/service-window/start', { reason, scope: { entityIds: [entityId] }, limitInSeconds: 3600 })

/** Draws over the row of new windows, from half an hour before now to two hours after it, on the day that is shown. */
async function drawOverNow(page: Page): Promise<void> {
  const track = page.locator('[data-row="new"]')
  await track.scrollIntoViewIfNeeded()
  const box = await track.boundingBox()
  if (!box) throw new Error('The row of new windows is not drawn.')
  const now = await page.evaluate(() => (Date.now() - new Date().setHours(0, 0, 0, 0)) / 86_400_000)
  const at = (share: number) => box.x + Math.min(Math.max(share, 0.001), 0.999) * box.width
  const y = box.y + box.height / 2
  await page.mouse.move(at(now - 0.5 / 24), y)
  await page.mouse.down()
  await page.mouse.move(at(now), y)
  await page.mouse.move(at(now + 2 / 24), y)
  await page.mouse.up()
}

const resources = { en: 'vm-pos-01', sv: 'vm-search-01' }
const conditionsOn = (resource: string) => ({
  lasting: newCondition(resource),
  recovering: newCondition(resource),
  second: newCondition(resource),
})
const conditions = { en: conditionsOn(resources.en), sv: conditionsOn(resources.sv) }

let monitoring: Monitoring | undefined
test.beforeAll(async () => {
  if (hasMonitoring) monitoring = await startMonitoring(Object.values(conditions).flatMap((ofLanguage) => Object.values(ofLanguage)))
})
test.afterAll(() => monitoring?.stop())

/** By a real Prometheus and a real Alertmanager, where there are any. */
async function tell(request: APIRequestContext, state: 'firing' | 'resolved', condition: Condition): Promise<void> {
  if (monitoring) monitoring.set(state, condition)
  else await notify(request, state, condition)
}

for (const language of ['en', 'sv'] as const) {
  const said = words[language]

  test(`a window that was drawn holds an alert, and raises what still fires when it is ended, ${language}`, async ({ openAs, request }) => {
    test.slow()
    const page = await openAs('admin', '/dashboard', { ...wide, language })
    const entity = await findEntity(page, resources[language])
    const reason = `Patching ${crypto.randomUUID().slice(0, 8)}`
    const { lasting: condition, recovering } = conditions[language]
    const chosen = await openAs('reader', '/dashboard', { ...wide, language })
    const alerts = await openAs('admin', `/alert-overview?q=${condition.name}&state=all`, { ...wide, language })

    await test.step('drawn on the timeline over the resource, and filled in step by step', async () => {
      await page.goto(`/my-environment/1001/${entity.entityId}/service-windows?view=day`)
      await expect(page.getByRole('figure')).toBeVisible()
      await drawOverNow(page)
      const form = page.getByRole('form', { name: said.create })
      // No step asks a customer's own people whose window it is.
      await expect(form.getByRole('list').first().getByRole('listitem')).toHaveText(said.steps.map((step) => new RegExp(`${step}$`)))
      await form.getByRole('textbox', { name: said.reason }).fill(reason)
      const meaning = page.getByRole('complementary').filter({ hasText: entity.name })
      await expect(meaning).toBeVisible()
      await form.getByRole('button', { name: said.next }).click()
      const recipients = form.getByRole('group', { name: said.recipients })
      await recipients.getByRole('button').click()
      await chooseFound(recipients, 'reader@', { hasText: 'Johan Wikström' })
      await expect(recipients.getByRole('listitem')).toHaveText('Johan Wikström')
      for (let step = 0; step < 3; step += 1) await form.getByRole('button', { name: said.next }).click()
      await expect(meaning.getByRole('link', { name: entity.name }).first()).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await form.getByRole('button', { name: said.create }).click()
      await expect(page.getByRole('heading', { level: 1, name: reason })).toBeVisible()
    })

    await test.step('what fires is shown as held, and nothing starts', async () => {
      await tell(request, 'firing', condition)
      await tell(request, 'firing', recovering)
      const row = alerts.getByRole('row').filter({ hasText: condition.name })
      await row.getByRole('link', { name: condition.name }).click()
      const details = alerts.getByRole('complementary').filter({ hasText: condition.name })
      await expect(details).toContainText(`${said.held} ${reason}`)
      await expect(details).toContainText(said.noIncident)
      await expect.poll(async () => (await alertNamed(page, recovering.name)).length).toBe(1)
      for (const found of [incidentsNamed, ticketsNamed]) expect(await found(page, condition.name)).toEqual([])
    })

    await test.step('ended while it goes on: one incident and one ticket', async () => {
      await tell(request, 'resolved', recovering)
      await expect(page.getByText(recovering.name)).toBeVisible()
      await expect(page.getByText(said.recovered)).toBeVisible()
      await page.getByRole('button', { name: said.end }).click()
      const question = page.getByRole('dialog', { name: said.endQuestion })
      expect(await findViolations(page)).toEqual([])
      await question.getByRole('button', { name: said.end }).click()
      await expect(page.getByRole('main').getByText(said.raised).first()).toBeVisible()
      await expect.poll(async () => (await incidentsNamed(page, condition.name)).length).toBe(1)
      await expect.poll(async () => (await ticketsNamed(page, condition.name)).length).toBe(1)
      expect(await incidentsNamed(page, recovering.name)).toEqual([])
      await tell(request, 'resolved', condition)
    })

    await test.step('the person who was chosen is told, and led to the window', async () => {
      await chosen.getByRole('button', { name: said.bell }).click()
      await chosen.getByRole('listitem').filter({ hasText: said.over }).filter({ hasText: reason }).getByRole('link').click()
      await expect(chosen.getByRole('heading', { level: 1, name: reason })).toBeVisible()
    })
  })

  test(`a window that ends after the recovery raises nothing and lists what it held, ${language}`, async ({ openAs, request }) => {
    const page = await openAs('admin', '/dashboard', { ...wide, language })
    const entity = await findEntity(page, resources[language])
    const reason = `Deployment ${crypto.randomUUID().slice(0, 8)}`
    const { second: condition } = conditions[language]
    const { serviceWindowId } = await startWindow(page, entity, reason)
    await page.goto(`/my-environment/1001/${entity.entityId}/information`)
    await expect(page.getByRole('link', { name: reason })).toBeVisible()
    await tell(request, 'firing', condition)
    await expect.poll(async () => (await alertNamed(page, condition.name))[0]?.heldBy?.reason).toBe(reason)
    await tell(request, 'resolved', condition)
    await expect.poll(async () => (await alertNamed(page, condition.name))[0]?.state).toBe('resolved')
    await page.goto(`/service-window/1001/${serviceWindowId}`)
    await page.getByRole('button', { name: said.end }).click()
    await page.getByRole('dialog', { name: said.endQuestion }).getByRole('button', { name: said.end }).click()
    await expect(page.getByRole('button', { name: said.end })).toHaveCount(0)
    await expect(page.getByText(condition.name)).toBeVisible()
    await expect(page.getByText(said.recovered)).toBeVisible()
    expect(await incidentsNamed(page, titleOf(condition))).toEqual([])
    expect(await ticketsNamed(page, condition.name)).toEqual([])
  })
}

test('a planned window is moved by keys alone and taken back; a reader moves and creates nothing', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard', wide)
  const entity = await findEntity(page, resources.en)
  const reason = `Restart ${crypto.randomUUID().slice(0, 8)}`
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const schedule = {
    timeZone: 'UTC',
    startsAt: `${tomorrow}T10:00`,
    repeats: 'once',
    weekdays: [],
    monthDay: 1,
    cron: '',
    endsOn: null,
    endsAfter: null,
  }
  const scope = { entityIds: [entity.entityId] }
  const window = await callApi(page, 'POST', '/customer/1001/service-window', { reason, schedule, durationInSeconds: 3600, scope })
  const startsAt = async () =>
    (await callApi(page, 'GET', `/customer/1001/service-window/${window.serviceWindowId}`)).startsAt.slice(11, 16)
  const address = `/service-window/1001?view=day&at=${tomorrow}`
  await page.goto(address)
  const bar = page.getByRole('button', { name: new RegExp(`^${reason}, Planned`) })
  await expect(bar).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await bar.focus()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText(`${reason}: now`)).toBeVisible()
  expect(await startsAt()).toBe('10:30')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(startsAt).toBe('10:00')

  const reader = await openAs('reader', address, wide)
  await expect(reader.getByRole('button', { name: new RegExp(`^${reason}, Planned`) })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Create service window' })).toHaveCount(0)
  await expect(reader.locator('[data-row="new"]')).toHaveCount(0)
})

test('the customer refuses a window of the provider with a reason and approves another; who only reads cannot answer', async ({
  openAs,
}) => {
  const staff = await openAs('staff', '/dashboard', wide)
  const entity = await findEntity(staff, resources.en)
  const plan = async () => {
    const reason = `Upgrade ${crypto.randomUUID().slice(0, 8)}`
    const startsAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    const once = { timeZone: 'UTC', startsAt, repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null }
    const body = { reason, schedule: once, durationInSeconds: 3600, scope: { entityIds: [entity.entityId] }, needsApproval: true }
    const { serviceWindowId } = await callApi(staff, 'POST', '/customer/1001/service-window', body)
    return { reason, address: `/service-window/1001/${serviceWindowId}` }
  }
  const [unwanted, wanted] = [await plan(), await plan()]

  const reader = await openAs('reader', unwanted.address, wide)
  await expect(reader.getByRole('heading', { name: 'Approve this service window?' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const stranger = await openAs('ticketsOnly', unwanted.address, wide)
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger.getByText(unwanted.reason)).toHaveCount(0)

  const page = await openAs('admin', unwanted.address, wide)
  await page.getByRole('button', { name: 'Refuse' }).click()
  const question = page.getByRole('dialog', { name: 'Refuse this service window?' })
  await question.getByRole('button', { name: 'Refuse' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await question.getByRole('textbox').fill('We sell that night.')
  await question.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText(/^Refused by/).first()).toBeVisible()
  await expect(page.getByText('We sell that night.')).toBeVisible()
  await page.goto(wanted.address)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^Approved by/).first()).toBeVisible()

  await staff.goto(`${unwanted.address}/edit?step=customer`)
  await expect(staff.getByRole('switch', { name: 'The customer must approve it' })).toBeDisabled()
  await expect(staff.getByText('The customer was asked, and decides.')).toBeVisible()

  await staff.goto('/service-window/1001')
  // Its label, which stands still when it is clicked: the radio itself is hidden, and a forced click would miss what moves.
  await staff.locator('label').filter({ hasText: 'All customers' }).click()
  // The address holds the choice: it follows the click.
  await expect(staff.getByRole('radio', { name: 'All customers' })).toBeChecked()
  const row = staff.getByRole('row').filter({ hasText: wanted.reason })
  await expect(row).toContainText('Nordan Retail')
  expect(await findViolations(staff)).toEqual([])
})
