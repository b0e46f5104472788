import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort, findProgram, startProgram } from '#server/testing/real-program.ts'
import type { Condition } from './signals.ts'

const prometheus = findProgram('PROMETHEUS_PATH', 'prometheus')
const alertmanager = findProgram('ALERTMANAGER_PATH', 'prometheus-alertmanager')

export const hasMonitoring = prometheus !== undefined && alertmanager !== undefined

const metric = 'vakt_story_condition'

const rulesFor = (conditions: readonly Condition[]) => `
groups:
  - name: story
    rules:${conditions
      .map(
        ({ name, instance }) => `
      - alert: ${name}
        expr: ${metric}{condition="${name}"} == 1
        labels: { severity: critical, instance: '${instance}' }
        annotations: { summary: '${name} on ${instance}' }`,
      )
      .join('')}
`

const prometheusFile = (target: string, alerts: string) => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: story
    static_configs:
      - targets: ['${target}']
alerting:
  alertmanagers:
    - static_configs:
        - targets: ['${alerts}']
`

const alertmanagerFile = `
route: { receiver: vakt, group_by: [alertname], group_wait: 0s, group_interval: 1s, repeat_interval: 1h }
receivers:
  - name: vakt
    webhook_configs:
      - url: ${process.env.VAKT_ORIGIN}/ingest/v1/alertmanager
        send_resolved: true
        http_config: { authorization: { credentials: ${process.env.VAKT_INGEST_TOKEN} } }
`

export type Monitoring = { set: (state: 'firing' | 'resolved', condition: Condition) => void; stop: () => Promise<void> }

/** A real Prometheus that watches these conditions, with a real Alertmanager that notifies Vakt; what holds of a condition is set by the story. */
export async function startMonitoring(conditions: readonly Condition[]): Promise<Monitoring> {
  const firing = new Set<string>()
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/plain; version=0.0.4')
    answer.end(conditions.map(({ name }) => `${metric}{condition="${name}"} ${firing.has(name) ? 1 : 0}\n`).join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-monitoring-'))
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
  const [alerts, metrics] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`]
  await write('rules.yml', rulesFor(conditions))
  await write('prometheus.yml', prometheusFile(target, alerts))
  await write('alertmanager.yml', alertmanagerFile)
  const manager = await startProgram(
    alertmanager as string,
    [
      `--config.file=${path.join(folder, 'alertmanager.yml')}`,
      ...[`--storage.path=${folder}`, `--web.listen-address=${alerts}`, '--cluster.listen-address='],
    ],
    `http://${alerts}/-/ready`,
  )
  const sender = await startProgram(
    prometheus as string,
    [`--config.file=${path.join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=${metrics}`],
    `http://${metrics}/-/ready`,
  )
  return {
    set: (state, { name }) => void (state === 'firing' ? firing.add(name) : firing.delete(name)),
    async stop() {
      await Promise.all([sender.stop(), manager.stop()])
      server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
