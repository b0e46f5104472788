import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import type { Alert, AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import type { EntityMetric, MetricBuckets } from '@vakt/contract/metrics.ts'
import { findFreePort, findProgram, startProgram } from '#server/testing/real-program.ts'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { startFastBuckets } from '#server/testing/start-fast-buckets.ts'
import { heading } from './screens.ts'
import { readTokens, signIn } from './sign-in.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

const prometheus = findProgram('PROMETHEUS_PATH', 'prometheus')
const exporter = findProgram('NODE_EXPORTER_PATH', 'prometheus-node-exporter')
const host = 'vm-dc-02'
/** The processor time of processes with a lower priority: whatever else the machine does while tests run does not count. */
const metric = 'instance:node_cpu_nice:percent'
/** As people read it. */
const metricName = 'Node cpu nice percent'
const threshold = 10
const violations = 2
const healthyPeriods = 2

const configuration = ({ origin, token, target }: { origin: string; token: string; target: string }) => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: node
    static_configs:
      - targets: ['${target}']
    relabel_configs:
      - { target_label: instance, replacement: '${host}:9100' }
remote_write:
  - url: ${origin}/ingest/v1/prometheus/api/v1/write
    authorization: { credentials: ${token} }
    queue_config: { batch_send_deadline: 200ms }
    metadata_config: { send: true, send_interval: 1s }
`
const rules = `
groups:
  - name: cpu
    rules:
      - record: ${metric}
        expr: 100 * sum by (instance) (rate(node_cpu_seconds_total{mode="nice"}[5s]))
`

async function startSenders(vakt: { origin: string; token: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-prometheus-'))
  const target = `127.0.0.1:${await findFreePort()}`
  const node = await startProgram(exporter as string, [`--web.listen-address=${target}`], `http://${target}/`)
  const address = `127.0.0.1:${await findFreePort()}`
  const file = path.join(folder, 'prometheus.yml')
  await writeFile(path.join(folder, 'rules.yml'), rules)
  await writeFile(file, configuration({ ...vakt, target }))
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=${address}`]
  const sender = await startProgram(prometheus as string, words, `http://${address}/-/ready`)
  return async () => {
    await Promise.all([sender.stop(), node.stop()])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A process that computes half of the time, nice by one, for three minutes at most: more would keep the other stories waiting. The result ends it. */
function putUnderLoad(): () => void {
  const compute =
    'setTimeout(() => process.exit(), 180_000); setInterval(() => { for (const end = Date.now() + 25; Date.now() < end; ); }, 50)'
  const busy = spawn(process.execPath, ['-e', compute], { stdio: 'ignore' })
  setPriority(busy.pid ?? 0, 1)
  return () => busy.kill('SIGKILL')
}

test('load on a machine becomes an incident with its ticket, live, and its end closes them in the periods that the rule says', async ({
  openBrowser,
  afterBrowsers,
}) => {
  test.skip(!prometheus || !exporter, 'There is no Prometheus with node exporter here.')
  test.setTimeout(240_000)
  const { settings, slotOf, useFastDueTimes } = await startFastBuckets()
  const vakt = await launchVakt(settings)
  afterBrowsers.push(vakt.stop)
  await useFastDueTimes(connectionOf(vakt.dataFolder))
  // What the back-test finds: the machine was under load before there was a rule.
  let relax = putUnderLoad()
  afterBrowsers.push(async () => relax())
  afterBrowsers.push(await startSenders(vakt))
  const context = await openBrowser({ baseURL: vakt.origin, viewport: { width: 1440, height: 1200 } })
  const page = await context.newPage()
  await signIn(page, 'admin')
  const { accessToken } = await readTokens(page)
  let seriesId = ''
  const ask = async (call: string) => {
    const answer = await page.request.get(`/api/v1/customer/1001/${call}`, { headers: { authorization: `Bearer ${accessToken}` } })
    return (await answer.json()).result
  }

  await test.step('the resource has the metric that Prometheus sends', async () => {
    await page.goto(`/my-environment/1001?q=${host}`)
    await page.getByRole('link', { name: host }).first().click()
    await expect(heading(page)).toContainText(host)
    const entityId = new URL(page.url()).pathname.split('/')[3]
    await expect(async () => {
      const { metrics }: { metrics: EntityMetric[] } = await ask(`entity/${entityId}/metric`)
      seriesId = metrics.find((one) => one.metric === metric)?.seriesId ?? ''
      const { avg }: MetricBuckets = await ask(`metric-series/${seriesId}/bucket`)
      expect(avg.filter((value) => (value ?? 0) > threshold).length).toBeGreaterThanOrEqual(violations)
    }).toPass({ timeout: 90_000, intervals: [500] })
    relax()
    await page.getByRole('link', { name: 'Metrics', exact: true }).click()
    await page.getByRole('textbox', { name: 'Search by metric or dimension' }).fill(metric)
    await expect(page.getByRole('button', { name: new RegExp(`^${metricName} [1-9]`) })).toBeVisible()
  })

  const ruleName = 'Processor busy'
  await test.step('a rule is made from it, and its back-test finds the load of a moment ago', async () => {
    await page.getByRole('button', { name: new RegExp(`^${metricName} `) }).click()
    await page.getByRole('link', { name: 'Create alert rule' }).click()
    const form = page.getByRole('form', { name: 'Create alert rule' })
    await form.getByRole('textbox', { name: 'Name' }).fill(ruleName)
    await form.getByRole('textbox', { name: 'Description' }).fill('Look which process computes.')
    await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'High' })
    await form.getByRole('spinbutton', { name: 'Threshold', exact: true }).fill(String(threshold))
    await form.getByRole('spinbutton', { name: 'Number of violations' }).fill(String(violations))
    await form.getByText('More', { exact: true }).click()
    await form.getByRole('textbox', { name: 'Close after' }).fill(String(healthyPeriods * 5))
    const words = page.getByRole('complementary', { name: 'In plain words' })
    await expect(words).toContainText(`above ${threshold}% in ${violations} consecutive 5-minute periods (`)
    await expect(words).toContainText(`Would have fired once. Tested on ${host}.`)
    await form.getByRole('button', { name: 'Save rule' }).click()
    await expect(page.getByText(/^Active since \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 })
  })

  await page.goto('/incidents/1001')
  const sentence = new RegExp(`^${metricName} of ${host} is .*, above the limit of ${threshold}`)
  const incident = page.getByRole('link', { name: new RegExp(`${metricName} of ${host} is`) }).first()
  await test.step('the load comes: the incident appears by itself, with ticket and the values that led to it', async () => {
    relax = putUnderLoad()
    await expect(incident).toBeVisible({ timeout: 60_000 })
    await incident.click()
    await expect(heading(page)).toHaveText(sentence)
    await expect(page.getByRole('link', { name: /^#\d+$/ }).first()).toBeVisible()
  })

  const [fired]: Alert[] = (await ask('alert')).filter(({ name }: Alert) => name === ruleName)
  await test.step('the load goes: incident and ticket close by themselves', async () => {
    relax()
    await expect(page.getByRole('complementary').getByText('The condition cleared')).toBeVisible({ timeout: 60_000 })
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click()
    await expect(page.getByText('No one had started on the ticket, so it is resolved.')).toBeVisible()
  })

  await test.step('both happened after as many periods as the rule says', async () => {
    const { trail, endedAt }: AlertDetails = await ask(`alert/${fired?.alertId}`)
    const values = trail.find(({ step }) => step === 'rule-violated')?.values.values ?? ''
    expect(values.split(' · ').filter((value) => Number(value) > threshold)).toHaveLength(violations)
    const { at, avg }: MetricBuckets = await ask(`metric-series/${seriesId}/bucket`)
    const violating = at.filter((_, index) => (avg[index] ?? 0) > threshold).map((second) => slotOf(second * 1000))
    // `endedAt` is the end of the last of the healthy periods.
    expect(slotOf(Date.parse(endedAt ?? '')) - 1 - Math.max(...violating)).toBe(healthyPeriods)
    expect(trail.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['incident-opened', 'ticket-opened', 'rule-recovered', 'incident-resolved', 'ticket-resolved']),
    )
  })
})
