import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const wide = { viewport: { width: 1440, height: 1200 }, timezoneId: 'Europe/Stockholm' }

const words = {
  en: {
    create: 'Create service window',
    drawing: 'Service windows of this resource',
    add: /^Add to /,
    reason: 'Reason',
    next: 'Next',
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
    reason: 'Anledning',
    next: 'Nästa',
    held: 'Hålls av fönstret',
    end: 'Avsluta nu',
    endQuestion: 'Avsluta fönstret nu?',
    raised: 'Meddelades',
    recovered: 'Återhämtade sig självt',
    noIncident: 'Hölls av ett servicefönster',
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

const resources = { en: 'vm-print-01', sv: 'vm-search-01' }

for (const language of ['en', 'sv'] as const) {
  const said = words[language]

  test(`a window that was drawn holds an alert, and raises what still fires when it is ended, ${language}`, async ({ openAs, request }) => {
    test.slow()
    const page = await openAs('admin', '/dashboard', { ...wide, language })
    const entity = await findEntity(page, resources[language])
    const reason = `Patching ${crypto.randomUUID().slice(0, 8)}`
    const condition = newCondition(entity.name)
    const recovering = newCondition(entity.name)
    const alerts = await openAs('admin', `/alert-overview?q=${condition.name}&state=all`, { ...wide, language })

    await test.step('drawn on the timeline over the resource, and filled in step by step', async () => {
      await page.goto(`/my-environment/1001/${entity.entityId}/service-windows?view=day`)
      await expect(page.getByRole('figure')).toBeVisible()
      await drawOverNow(page)
      const form = page.getByRole('form', { name: said.create })
      await form.getByRole('textbox', { name: said.reason }).fill(reason)
      const meaning = page.getByRole('complementary').filter({ hasText: entity.name })
      await expect(meaning).toBeVisible()
      for (let step = 0; step < 4; step += 1) await form.getByRole('button', { name: said.next }).click()
      await expect(meaning.getByRole('link', { name: entity.name }).first()).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await form.getByRole('button', { name: said.create }).click()
      await expect(page.getByRole('heading', { level: 1, name: reason })).toBeVisible()
    })

    await test.step('what fires is shown as held, and nothing starts', async () => {
      await notify(request, 'firing', condition)
      await notify(request, 'firing', recovering)
      const row = alerts.getByRole('row').filter({ hasText: condition.name })
      await row.getByRole('link', { name: condition.name }).click()
      const details = alerts.getByRole('complementary').filter({ hasText: condition.name })
      await expect(details).toContainText(`${said.held} ${reason}`)
      await expect(details).toContainText(said.noIncident)
      await expect.poll(async () => (await alertNamed(page, recovering.name)).length).toBe(1)
      for (const found of [incidentsNamed, ticketsNamed]) expect(await found(page, condition.name)).toEqual([])
    })

    await test.step('ended while it goes on: one incident and one ticket', async () => {
      await notify(request, 'resolved', recovering)
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
      await notify(request, 'resolved', condition)
    })
  })

  test(`a window that ends after the recovery raises nothing and lists what it held, ${language}`, async ({ openAs, request }) => {
    const page = await openAs('admin', '/dashboard', { ...wide, language })
    const entity = await findEntity(page, resources[language])
    const reason = `Deployment ${crypto.randomUUID().slice(0, 8)}`
    const condition = newCondition(entity.name)
    const { serviceWindowId } = await startWindow(page, entity, reason)
    await page.goto(`/my-environment/1001/${entity.entityId}/information`)
    await expect(page.getByRole('link', { name: reason })).toBeVisible()
    await notify(request, 'firing', condition)
    await expect.poll(async () => (await alertNamed(page, condition.name))[0]?.heldBy?.reason).toBe(reason)
    await notify(request, 'resolved', condition)
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
