import type { APIRequestContext, Page } from '@playwright/test'
import pg from 'pg'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { findViolations } from './accessibility.ts'
import { expect, test } from './story.ts'

const send = async (request: APIRequestContext, token: string, alertname: string): Promise<number> => {
  const answer = await request.post('/ingest/v1/alertmanager', {
    headers: { authorization: `Bearer ${token}` },
    data: { version: '4', alerts: [{ status: 'firing', labels: { alertname, severity: 'low' }, startsAt: new Date().toISOString() }] },
  })
  return answer.status()
}

/** Moves the beginning of the watch back by a day, and wakes the worker that watches. */
async function letTimePass(source: string): Promise<void> {
  const owner = new pg.Client(connectionOf(process.env.VAKT_DATA_FOLDER ?? ''))
  await owner.connect()
  try {
    await owner.query("update monitoring_source set watched_since = watched_since - interval '1 day' where name = $1", [source])
    await owner.query("select pg_notify('vakt_monitoring_source', '')")
  } finally {
    await owner.end()
  }
}
const tokenIn = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Token', exact: true })

test('a monitoring source is created and connected, its first signal seen, its token rotated, and it is revoked and restored', async ({
  openAs,
  request,
}) => {
  test.setTimeout(180_000)
  const page = await openAs('staff', '/admin/sources?customer=1002')
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add source' }).click()
  await panel.getByRole('button', { name: 'Create source' }).click()
  await expect(panel.getByText('The name cannot be empty.').first()).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Alertmanager, story')
  await panel.getByRole('button', { name: 'Create source' }).click()
  await expect(panel.getByRole('heading', { name: 'Copy the token now' })).toBeVisible()
  const first = (await tokenIn(page).textContent()) ?? ''
  expect(first).toMatch(/^vakt_ing_[\w-]{43}$/)
  await expect(panel.getByRole('region', { name: 'Alertmanager' })).toContainText(`credentials: ${first}`)
  await panel.getByRole('combobox', { name: 'Kind of sender' }).selectOption('Azure Monitor')
  await expect(panel.getByRole('region', { name: 'Azure Monitor' })).toContainText(`/ingest/v1/azure-monitor/${first}`)
  await expect(panel.getByText('Waiting for the first signal…')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await send(request, first, 'StorySource')).toBe(202)
  await expect(panel.getByText('Signal received')).toBeVisible()
  await panel.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Alertmanager, story' })
  await expect(row).toContainText('Receiving')
  await row.getByRole('link').click()
  await panel.getByRole('combobox', { name: 'Format of the sample' }).selectOption('Grafana')
  await panel.getByRole('button', { name: 'Send test alert' }).click()
  const signals = panel.getByRole('region', { name: 'Last signals' })
  await expect(signals.getByText('VaktTest: firing')).toBeVisible()
  await panel.getByRole('button', { name: 'End the test alert' }).click()
  await expect(signals.getByText('VaktTest: resolved').first()).toBeVisible()
  const verify = panel.getByRole('region', { name: 'Verify the sender' })
  await verify.getByRole('switch', { name: 'Check the signature of Grafana' }).click()
  await verify.getByRole('textbox', { name: 'Secret of Grafana' }).fill('a-secret-of-the-story')
  await verify.getByRole('button', { name: 'Save' }).click()
  await expect(verify.getByText('A secret is stored.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const unsigned = () => request.post('/ingest/v1/grafana', { headers: { authorization: `Bearer ${first}` }, data: { alerts: [] } })
  await expect.poll(async () => (await unsigned()).status(), { timeout: 10_000 }).toBe(401)
  await expect(panel.getByText(`vakt_ing_…${first.slice(-4)}`)).toBeVisible()
  await panel.getByRole('button', { name: 'Rotate token' }).click()
  await panel.getByRole('button', { name: 'Create new token' }).click()
  const second = (await tokenIn(page).textContent()) ?? ''
  expect(second).not.toBe(first)
  for (const token of [first, second]) expect(await send(request, token, 'StorySource')).toBe(202)
  await expect(panel.getByText('Signal received')).toBeVisible()
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByText(`vakt_ing_…${first.slice(-4)}`)).toBeVisible()
  await panel.getByRole('button', { name: 'End now' }).click()
  await expect(panel.getByText(`vakt_ing_…${first.slice(-4)}`)).toBeHidden()
  await expect.poll(() => send(request, first, 'StorySource'), { timeout: 10_000 }).toBe(401)

  await panel.getByRole('button', { name: 'Revoke source' }).click()
  await expect(panel.getByRole('alert')).toContainText('in the last 24 hours')
  await panel.getByRole('button', { name: 'Revoke source' }).click()
  await expect(row).toBeHidden()
  await expect.poll(() => send(request, second, 'StorySource'), { timeout: 10_000 }).toBe(401)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await expect.poll(() => send(request, second, 'StorySource'), { timeout: 10_000 }).toBe(202)
})

test('a source that stops sending raises an alert with an incident, which resolve when it sends again', async ({ openAs, request }) => {
  const page = await openAs('staff', '/admin/sources?customer=1002')
  const made = page.waitForResponse((response) => response.url().endsWith('/monitoring-source') && response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Add source' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Silent story')
  await panel.getByRole('combobox', { name: 'Alert when silent for' }).selectOption({ index: 1 })
  await panel.getByRole('button', { name: 'Create source' }).click()
  const { secret } = (await (await made).json()).result
  await panel.getByRole('button', { name: 'Done' }).click()
  await letTimePass('Silent story')
  const row = page.getByRole('row').filter({ hasText: 'Silent story' })
  await expect(row.getByText('Silent', { exact: true })).toBeVisible()
  const customer = await openAs('fjallboAdmin', '/incidents/1002')
  const incident = customer.getByRole('link', { name: /Silent story/ }).first()
  await expect(incident).toBeVisible()
  expect(await send(request, secret, 'StoryHeardAgain')).toBe(202)
  await expect(row).toContainText('Receiving')
  await expect(customer.getByRole('link', { name: /Silent story/ })).toHaveCount(0)
})

test('signals of any system become alerts by a mapping that is tried on one of them before it is saved', async ({ openAs, request }) => {
  const page = await openAs('staff', '/admin/sources?customer=1002')
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add source' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Own checks, story')
  await panel.getByRole('combobox', { name: 'Formats' }).click()
  await page.getByRole('option', { name: 'Another system (own mapping)' }).click()
  // Closes the list, which covers the button.
  await panel.getByRole('textbox', { name: 'Name' }).click()
  await panel.getByRole('button', { name: 'Create source' }).click()
  const secret = (await tokenIn(page).textContent()) ?? ''
  const answer = await request.post('/ingest/v1/generic', {
    headers: { authorization: `Bearer ${secret}` },
    data: { check: 'backup', state: 'late', on: { host: 'story-backup' } },
  })
  expect(answer.status()).toBe(202)
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row').filter({ hasText: 'Own checks, story' }).getByRole('link').click()
  await expect(panel.getByRole('region', { name: 'Last signals' })).toContainText('Unrecognised')
  await panel.getByRole('link', { name: 'Edit the mapping' }).click()

  await expect(page.getByRole('heading', { name: 'Mapping of Own checks, story' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Last signals' }).selectOption({ index: 1 })
  const preview = page.getByRole('region', { name: 'Resulting alert' })
  await expect(preview).toContainText('There is no value at id')
  await page.getByRole('textbox', { name: 'Identity' }).fill('check, on.host')
  await page.getByRole('textbox', { name: 'Title' }).fill('{check} on {on.host} is {state}')
  await page.getByRole('textbox', { name: 'State' }).fill('state')
  await expect(preview).toContainText('backup on story-backup is late')
  await expect(preview).toContainText('Firing')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByRole('button', { name: 'Read unrecognised signals again' }).click()
  await expect(page.getByText('1 signal is read again.')).toBeVisible()
  await page.getByRole('link', { name: 'Monitoring sources' }).last().click()
  const signals = panel.getByRole('region', { name: 'Last signals' })
  await expect(signals).toContainText('backup on story-backup is late: firing')
  const written = panel.getByRole('textbox', { name: 'JSON to send' })
  await written.fill('{ "check":')
  await panel.getByRole('button', { name: 'Send test signal' }).click()
  await expect(panel.getByText('This is not valid JSON.')).toBeVisible()
  await expect(written).toBeFocused()
  await written.fill(JSON.stringify({ check: 'restore', state: 'late', on: { host: 'story-backup' } }))
  await panel.getByRole('button', { name: 'Send test signal' }).click()
  await expect(signals).toContainText('restore on story-backup is late: firing')
})
