import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Health } from '#server/platform/http/serve-health.ts'
import type { JobCount } from '#server/platform/jobs/job-counts.ts'
import type { SecretCount } from '#server/platform/keys/reencrypt-secrets.ts'

/** The process's own figures, in the words of Prometheus. */
export type Metrics = {
  observeRequest(route: string, method: string, status: number, seconds: number): void
  observeSignal(outcome: string, bytes: number): void
  setLiveConnections(count: () => number): void
  /** Called for each scrape, as is the next. */
  setJobCounts(count: () => Promise<JobCount[]>): void
  setSecretCounts(count: () => Promise<SecretCount[]>): void
  /** A number of the whole installation; NaN while it cannot be read. */
  setFigure(name: string, help: string, read: () => Promise<number>): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vakt_' })
  const requests = new Histogram({
    name: 'vakt_http_request_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const signals = new Counter({
    name: 'vakt_signals_total',
    help: 'Signals that came in, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const signalBytes = new Counter({ name: 'vakt_signal_bytes_total', help: 'Their size after decompression.', registers: [registry] })
  return {
    observeRequest: (route, method, status, seconds) => requests.observe({ route, method, status: String(status) }, seconds),
    observeSignal(outcome, bytes) {
      signals.inc({ outcome })
      signalBytes.inc(bytes)
    },
    setLiveConnections(count) {
      new Gauge({
        name: 'vakt_live_connections',
        help: 'Open connections for live updates.',
        registers: [registry],
        collect() {
          this.set(count())
        },
      })
    },
    setJobCounts(count) {
      const oldest = new Gauge({
        name: 'vakt_job_oldest_seconds',
        help: 'For how long the job that is due the longest has been waiting, by queue.',
        labelNames: ['queue'],
        registers: [registry],
      })
      new Gauge({
        name: 'vakt_jobs',
        help: 'Jobs of the work queue, by queue and state: due (waiting for a slot), later, running or failed.',
        labelNames: ['queue', 'state'],
        registers: [registry],
        async collect() {
          this.reset()
          oldest.reset()
          for (const { queue, oldestSeconds, ...states } of await count().catch(() => [])) {
            oldest.set({ queue }, oldestSeconds)
            for (const [state, jobs] of Object.entries(states)) this.set({ queue, state }, jobs)
          }
        },
      })
    },
    setSecretCounts(count) {
      new Gauge({
        name: 'vakt_secrets',
        help: 'Stored secrets, by the id of the key that encrypts them, and whether they can be decrypted.',
        labelNames: ['key', 'readable'],
        registers: [registry],
        async collect() {
          this.reset()
          // The other figures matter most while the database does not answer.
          for (const { key, readable, unreadable } of await count().catch(() => [])) {
            this.set({ key, readable: 'true' }, readable)
            if (unreadable > 0) this.set({ key, readable: 'false' }, unreadable)
          }
        },
      })
    },
    setFigure(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read().catch(() => Number.NaN))
        },
      })
    },
    text: () => registry.metrics(),
  }
}

type Answer = { status: number; type: string; text: string }
const json = (status: number, value: object): Answer => ({ status, type: 'application/json; charset=utf-8', text: JSON.stringify(value) })

/** Metrics have a port of their own, so that the public one never shows them. A worker answers there, too, whether it can do its work. */
export function serveMetrics(metrics: Metrics, checkHealth: () => Promise<Health>, host: string, port: number): Promise<Server> {
  const pages: Record<string, () => Promise<Answer>> = {
    '/metrics': async () => ({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', text: await metrics.text() }),
    '/health/live': async () => json(200, { status: 'ok' }),
    '/health/ready': async () => {
      const health = await checkHealth()
      return json(health.status === 'ok' ? 200 : 503, health)
    },
  }
  const server = createServer((request, response) => {
    const page = Object.hasOwn(pages, request.url ?? '') ? pages[request.url ?? ''] : undefined
    if (!page) return void response.writeHead(404).end()
    page()
      .then(({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text))
      .catch(() => response.writeHead(500).end())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
