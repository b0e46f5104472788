import { setTimeout as wait } from 'node:timers/promises'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { startPrometheus } from './prometheus.ts'
import { ruleCount } from './rules.ts'
import { sized } from './sizes.ts'

const pointsPerSeries = 20
const stepMs = 15_000
const evaluations = sized(6, 1)
const intervalSeconds = sized(5, 1)
const seriesPerRequest = 500

const ruleOf = (index: number) => `
      - alert: Cpu${index}
        expr: avg_over_time(bench_cpu{instance="rule-host-${index}"}[5m]) > 80
        for: 10m`

const rules = () => `groups:
  - name: bench
    interval: ${intervalSeconds}s
    rules:${Array.from({ length: ruleCount }, (_, index) => ruleOf(index)).join('')}
`

async function sendPoints(url: string): Promise<void> {
  const to = Date.now()
  for (let first = 0; first < ruleCount; first += seriesPerRequest) {
    const series = Array.from({ length: seriesPerRequest }, (_, offset) => {
      const index = first + offset
      const samples = Array.from({ length: pointsPerSeries }, (_, point): [number, number] => [
        index % 100 === 0 ? 90 + Math.sin(point) : 40 + 30 * Math.sin(index + point),
        to - (pointsPerSeries - 1 - point) * stepMs,
      ])
      return { labels: { __name__: 'bench_cpu', instance: `rule-host-${index}` }, samples }
    })
    const body = new Uint8Array(toSnappy(encodeRemoteWrite1(series)))
    const answer = await fetch(`${url}/api/v1/write`, { method: 'POST', headers: remoteWriteHeaders[1], body })
    if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}: ${await answer.text()}`)
  }
}

async function readGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** How long each evaluation of the same rules on the same points takes a real Prometheus, in milliseconds; empty where there is none. */
export async function measureRulesOfPrometheus(): Promise<number[]> {
  const prometheus = await startPrometheus({ rules: rules() })
  if (!prometheus) return []
  try {
    await sendPoints(prometheus.url)
    const sentAt = Date.now() / 1000
    const found = new Map<number, number>()
    while (found.size < evaluations) {
      await wait(500)
      const at = await readGauge(prometheus.url, 'prometheus_rule_group_last_evaluation_timestamp_seconds')
      if (at > sentAt) found.set(at, 1000 * (await readGauge(prometheus.url, 'prometheus_rule_group_last_duration_seconds')))
    }
    return [...found.values()]
  } finally {
    await prometheus.stop()
  }
}
