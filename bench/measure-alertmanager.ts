import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readQuantile } from './figures.ts'
import { sized } from './sizes.ts'

const posters = 8
const alertsOfPoster = sized(100, 1)
const rounds = sized(3, 1)

const folders = (process.env.PATH ?? '').split(path.delimiter)
const program =
  process.env.ALERTMANAGER_PATH ??
  folders.flatMap((folder) => ['prometheus-alertmanager', 'alertmanager'].map((name) => path.join(folder, name))).find(existsSync)

/** Every alert is a group of its own, notified at once. */
const configuration = (url: string) => `
route: { receiver: hook, group_by: ['...'], group_wait: 0s, group_interval: 1m, repeat_interval: 1h }
receivers:
  - name: hook
    webhook_configs: [{ url: '${url}', send_resolved: false }]
`

/** A webhook that answers at once and tells which alerts it heard of. */
async function openWebhook() {
  const waiting = new Map<string, () => void>()
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += chunk
    for (const { labels } of (JSON.parse(text) as { alerts: { labels: { id: string } }[] }).alerts) waiting.get(labels.id)?.()
  }
  const server = createServer((request, response) => void read(request).then(() => response.end())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hear: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    close: () => server.close(),
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startAlertmanager(program: string, webhook: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-alertmanager-'))
  const file = path.join(folder, 'alertmanager.yml')
  await writeFile(file, configuration(webhook))
  const address = `127.0.0.1:${await findFreePort()}`
  const words = [`--config.file=${file}`, `--storage.path=${folder}`, `--web.listen-address=${address}`, '--cluster.listen-address=']
  const child = spawn(program, words, { stdio: 'ignore' })
  const closed = once(child, 'close')
  while (!(await fetch(`http://${address}/-/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The Alertmanager ended before it was ready.')
    await wait(50)
  }
  return {
    alerts: `http://${address}/api/v2/alerts`,
    async stop() {
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The p99 of the milliseconds from posting an alert to its arrival at a webhook, for each round; 8 posters wait for their alert each time. Empty without an Alertmanager. */
export async function measureAlertmanager(): Promise<number[]> {
  if (!program) return []
  const webhook = await openWebhook()
  const alertmanager = await startAlertmanager(program, webhook.url)
  const headers = { 'content-type': 'application/json' }
  const notify = async (id: string) => {
    const start = performance.now()
    const heard = webhook.hear(id)
    const answer = await fetch(alertmanager.alerts, {
      method: 'POST',
      headers,
      body: JSON.stringify([{ labels: { alertname: 'Bench', id } }]),
    })
    if (!answer.ok) throw new Error(`The Alertmanager refused an alert: ${await answer.text()}`)
    await heard
    return performance.now() - start
  }
  try {
    const p99: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const times: number[] = []
      const post = async (poster: number) => {
        for (let number = 0; number < alertsOfPoster; number += 1) times.push(await notify(`${round}-${poster}-${number}`))
      }
      await Promise.all(Array.from({ length: posters }, (_, poster) => post(poster)))
      p99.push(readQuantile(times, 0.99))
    }
    return p99
  } finally {
    await alertmanager.stop()
    webhook.close()
  }
}
