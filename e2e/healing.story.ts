import type { Page } from '@playwright/test'
import type { EntityMetric, MetricBuckets } from '@vakt/contract/metrics.ts'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { startFastBuckets } from '#server/testing/start-fast-buckets.ts'
import { heading } from './screens.ts'
import { readTokens, signIn } from './sign-in.ts'
import { startAgent } from './start-agent.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

const host = 'vm-sync-01'
const processName = 'Restart nginx'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Ask = (method: 'get' | 'post' | 'put', address: string, data?: object) => Promise<any>

async function askAs(page: Page): Promise<Ask> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  return async (method, address, data) => {
    const answer = await page.request[method](`/api/v1/${address}`, { headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    const text = await answer.text()
    return text ? JSON.parse(text).result : undefined
  }
}

/** Hours on one day of the week that is three days away, whatever the hour is now. */
function hoursElsewhere() {
  const day = (new Date().getUTCDay() + 2) % 7
  return Array.from({ length: 7 }, (_, index) => (index === day ? { opens: '08:00', closes: '09:00' } : null))
}

const calendar = { timeZone: 'UTC', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }

/** Karin is paged for what has CloudOps, in its hours. */
async function pageKarin(ask: Ask): Promise<void> {
  const people: { userId: string; name: string }[] = await ask('get', 'admin/on-call-people')
  const userId = people.find(({ name }) => name === 'Karin Lindqvist')?.userId
  const steps = [{ scheduleId: null, userId, minutes: 30 }]
  const { policyId } = await ask('post', 'admin/escalation-policy', { name: 'CloudOps', repeats: 0, isDefault: false, steps })
  const settings: { customerId: string; version: number }[] = await ask('get', 'admin/paging-setting')
  const version = settings.find(({ customerId }) => customerId === '1001')?.version ?? 0
  await ask('put', 'admin/customer/1001/paging-setting', { fromSeverity: null, pagesCloudOps: true, policyId, version })
}

test('a service that stops is restarted through the agent, incident and ticket close, and the CloudOps hours decide who is paged', async ({
  openBrowser,
  afterBrowsers,
}) => {
  test.skip(process.getuid?.() !== 0, 'What the machine allows belongs to root.')
  test.setTimeout(400_000)
  const { settings, useFastDueTimes } = await startFastBuckets()
  const vakt = await launchVakt(settings)
  afterBrowsers.push(vakt.stop)
  await useFastDueTimes(connectionOf(vakt.dataFolder))
  const page = await (await openBrowser({ baseURL: vakt.origin, viewport: { width: 1440, height: 1200 } })).newPage()
  await signIn(page, 'staff', `/my-environment/1001?q=${host}`)
  const ask = await askAs(page)
  await pageKarin(ask)
  const main = page.getByRole('main')
  let entityId = ''
  let agent: Awaited<ReturnType<typeof startAgent>> | undefined

  await test.step('a machine is enrolled with the token of its page, and its service is drawn as a metric', async () => {
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page)).toContainText(host)
    entityId = new URL(page.url()).pathname.split('/')[3] ?? ''
    await page.goto(`/my-environment/1001/${entityId}/cloudops-vmagent`)
    await main.getByRole('button', { name: 'Enrol this machine' }).click()
    await expect(main.getByText('Run this on the machine now')).toBeVisible()
    const token = /vakt_enr_[\w-]{43}/.exec((await main.textContent()) ?? '')?.[0] ?? ''
    agent = await startAgent(vakt.origin, token)
    afterBrowsers.push(agent.end)
    await main.getByRole('link', { name: 'Edit Services' }).click()
    await main.getByRole('group', { name: 'Monitored services' }).getByRole('textbox').fill('^nginx$')
    await main.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('version 1 applied')).toBeVisible({ timeout: 20_000 })
    await expect(async () => {
      const { metrics }: { metrics: EntityMetric[] } = await ask('get', `customer/1001/entity/${entityId}/metric`)
      const seriesId = metrics.find(({ metric }) => metric === 'vakt.service.up')?.seriesId
      const { avg }: MetricBuckets = await ask('get', `customer/1001/metric-series/${seriesId}/bucket`)
      expect(avg.some((value) => value === 1)).toBe(true)
    }).toPass({ timeout: 60_000, intervals: [500] })
    await page.goto(`/my-environment/1001/${entityId}/metrics`)
    await page.getByRole('textbox', { name: 'Search by metric or dimension' }).fill('vakt.service.up')
    await page.getByRole('button', { name: /^Service running/ }).click()
    await expect(page.getByRole('figure').getByRole('application')).toBeVisible()
  })

  const service = `customer/1001/entity/${entityId}/cloudops`
  const chooseHours = async (hours: object) => {
    const { version } = await ask('get', service)
    await ask('put', service, { description: '', calendar: { ...calendar, ...hours }, version })
  }
  await chooseHours({})
  await ask('post', `${service}/enable`, { version: (await ask('get', service)).version })
  await ask('post', 'customer/1001/alert-rule', {
    ...{
      name: 'nginx is down',
      description: 'Its sites do not answer.',
      severity: 1,
      entityId,
      metricName: 'vakt.service.up',
      aggregation: 'min',
    },
    ...{ thresholdComparison: '<', threshold: 1, alertsBeforeAction: 1, autoCloseDelayInSeconds: 0 },
  })
  await ask('post', 'customer/1001/process-model', {
    ...{ name: processName, entityId, actions: [{ type: 'restart_systemd_unit', unitNames: 'nginx' }] },
  })

  /** Stops the service and follows its incident to the end; `paged` is what its page says of the call. */
  const breakAndHeal = async (paged: RegExp) => {
    await page.goto(`/incidents/1001?q=${host}`)
    await agent?.stopNginx()
    await page
      .getByRole('link', { name: new RegExp(`of ${host} is 0`) })
      .first()
      .click({ timeout: 90_000 })
    await expect(page.getByText('The condition cleared').first()).toBeVisible({ timeout: 90_000 })
    expect(await agent?.nginx()).toBe('active')
    await expect(main).toContainText(paged)
    const incident = page.url()
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click()
    await expect(page.getByText('No one had started on the ticket, so it is resolved.')).toBeVisible()
    await page.goto(incident)
    await page.getByRole('link', { name: processName }).first().click()
    await expect(main).toContainText('Finished')
    await expect(main).toContainText(/failed.*active/s)
  }
  await test.step('in the hours Karin is paged', () => breakAndHeal(/paged Karin Lindqvist/))
  await chooseHours({ alwaysOpen: false, week: hoursElsewhere() })
  await test.step('outside of them no one is', async () => {
    await breakAndHeal(/waits with pages until the CloudOps hours begin/)
    await page.goBack()
    await expect(main).not.toContainText('paged Karin')
  })
})
