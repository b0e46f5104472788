import { hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { Agent as Connections, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { contentDigestOf, signatureBaseOf, signatureHeadersOf, signatureParametersOf } from '@vakt/domain/agents/agent-signature.ts'

const metrics = ['system.cpu.utilization', 'system.memory.utilization', 'system.load.1m']
const mounts = ['/', '/var', '/home', '/srv']

export type SimulatedAgent = { agentId: string; hostname: string; privateKey: KeyObject; chain: string }
export type Sender = { origin: URL; connections: Connections }

function reportOf({ hostname, chain }: SimulatedAgent): object {
  const value = Math.random() * 100
  const points = [
    ...metrics.map((metric) => ({ metric, unit: '%', dimensions: {}, value })),
    ...mounts.map((mountpoint) => ({ metric: 'system.filesystem.utilization', unit: '%', dimensions: { mountpoint }, value })),
    ...['receive', 'transmit'].map((direction) => ({ metric: 'system.network.io', unit: 'B/s', dimensions: { direction }, value })),
  ]
  return {
    ...{ hostname, platform: 'linux', version: '1.0.0', chain, clockAheadSeconds: 0, lost: 0 },
    measurements: [{ at: new Date().toISOString(), points }],
    configuration: { appliedVersion: 0, failed: null, found: null },
  }
}

/** Signed as the agent signs; answers the status and the text. */
function post(
  { origin, connections }: Sender,
  agent: SimulatedAgent,
  path: string,
  content: object,
): Promise<{ status: number; text: string }> {
  const body = Buffer.from(JSON.stringify(content))
  const digest = contentDigestOf(hash('sha256', body, 'base64'))
  const parameters = signatureParametersOf({ keyId: agent.agentId, nonce: randomBytes(16).toString('base64url'), now: new Date() })
  const base = signatureBaseOf({ method: 'POST', authority: origin.host, path, query: '' }, digest, parameters)
  const signature = sign(null, Buffer.from(base), agent.privateKey).toString('base64')
  const headers = {
    ...signatureHeadersOf(digest, parameters, signature),
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  request({ host: origin.hostname, port: origin.port, path, method: 'POST', agent: connections, headers }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** As the agent reports; answers the status. */
export async function report(sender: Sender, agent: SimulatedAgent): Promise<number> {
  const { status, text } = await post(sender, agent, agentPaths.report, reportOf(agent))
  if (status === 200) agent.chain = String(JSON.parse(text).chain)
  return status
}

/** As the agent asks for a command; answers the status. */
export async function askForCommand(sender: Sender, agent: SimulatedAgent): Promise<number> {
  const content = { lastSequence: 0, knownVersion: 0, allowed: { restart_systemd_unit: ['nginx'] } }
  return (await post(sender, agent, agentPaths.command, content)).status
}

/**
 * Each agent begins to wait for a command, spread evenly over the first half of this time, and asks again whenever it is answered, each over a
 * connection of its own as behind a proxy. They wait on until `end`.
 */
export async function waitForCommands(origin: URL, agents: readonly SimulatedAgent[], milliseconds: number) {
  const sender = { origin, connections: new Connections({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }) }
  const counts = { asked: 0, refused: 0 }
  let isOver = false
  const ask = async (agent: SimulatedAgent) => {
    while (!isOver) {
      counts.asked += 1
      const status = await askForCommand(sender, agent).catch(() => 0)
      if (status !== 200 && !isOver) counts.refused += 1
      // One that is refused is not asked again at once.
      if (status !== 200) return
    }
  }
  const start = performance.now()
  for (const [index, agent] of agents.entries()) {
    const early = start + (index * milliseconds) / 2 / agents.length - performance.now()
    if (early > 1) await wait(early)
    void ask(agent)
  }
  await wait(Math.max(0, start + milliseconds - performance.now()))
  const end = () => {
    isOver = true
    sender.connections.destroy()
  }
  return { ...counts, seconds: (performance.now() - start) / 1000, end }
}
