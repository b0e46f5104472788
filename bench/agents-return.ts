import { Agent as Connections } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pauseAfterFailure, pauseAfterNothing, pauseBeforeReport } from '@vakt/domain/agents/agent-pace.ts'
import { agentCount, createAgents } from './agents.ts'
import { type Figure, readQuantile } from './figures.ts'
import { startIssuer } from './open-crowd.ts'
import { askForCommand, report, type Sender, type SimulatedAgent } from './simulated-agent.ts'
import { sized } from './sizes.ts'
import { insertCustomer, insertProvider } from './storm-customers.ts'
import { startInstallation } from './storm-installation.ts'
import { stormSettings } from './storm-settings.ts'
import { watchPages } from './storm-watch.ts'

const cycleSeconds = sized(60, 1)
/** An agent waits for six minutes at most; what is not back by then is lost. */
const returnWithinSeconds = sized(370, 20)
const pagesPerSecond = 4

type Answer = { at: number; status: number }

/** Each agent reports and waits for commands at the pace of the program, until `end`. */
function runAgents(origin: URL, agents: readonly SimulatedAgent[]) {
  const sender: Sender = { origin, connections: new Connections({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }) }
  const last = agents.map((): { report: Answer; command: Answer } => ({ report: { at: 0, status: 0 }, command: { at: 0, status: 0 } }))
  const refused: Answer[] = []
  const taken: number[] = []
  let isOver = false
  const note = (of: (typeof last)[number], kind: 'report' | 'command', status: number) => {
    const answer = { at: performance.now(), status }
    of[kind] = answer
    if (isOver) return
    if (status !== 200) refused.push(answer)
    else if (kind === 'report') taken.push(answer.at)
  }
  const sendReports = async (agent: SimulatedAgent, index: number) => {
    await wait(((index + Math.random()) / agents.length) * cycleSeconds * 1000)
    for (let failures = 0; !isOver; ) {
      const status = await report(sender, agent).catch(() => 0)
      note(last[index] as (typeof last)[number], 'report', status)
      failures = status === 200 ? 0 : failures + 1
      await wait(pauseBeforeReport(failures, cycleSeconds, Math.random()))
    }
  }
  const followCommands = async (agent: SimulatedAgent, index: number) => {
    await wait(Math.random() * cycleSeconds * 1000)
    for (let pauseMs = 0; !isOver; ) {
      await wait(pauseMs * (0.5 + Math.random()))
      const askedAt = performance.now()
      const status = await askForCommand(sender, agent).catch(() => 0)
      note(last[index] as (typeof last)[number], 'command', status)
      pauseMs = status === 200 ? pauseAfterNothing(performance.now() - askedAt) : pauseAfterFailure(pauseMs, cycleSeconds)
    }
  }
  for (const [index, agent] of agents.entries()) {
    void sendReports(agent, index)
    void followCommands(agent, index)
  }
  return {
    refused,
    taken,
    /** When the last of them had a report taken after this time; undefined while one had not. */
    allReportedAfter: (at: number) => {
      const missing = last.some(({ report: { at: answered, status } }) => answered < at || status !== 200)
      return missing ? undefined : performance.now()
    },
    end: () => {
      isOver = true
      sender.connections.destroy()
    },
  }
}

/** The most of these times within one second. */
function mostInASecond(times: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const time of times) counts.set(Math.floor(time / 1000), (counts.get(Math.floor(time / 1000)) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** How often each status was answered; 0 is no answer. */
function countStatuses(answers: readonly Answer[]): string {
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, those]) => `${status}: ${those?.length}`)
  return counts.length > 0 ? ` (${counts.join(', ')})` : ''
}

/** The only web process is killed under 10,000 agents (`AGENTS`) and starts again: how they come back, and what users feel of it. */
export async function measureAgentsReturn(): Promise<Figure[]> {
  const issuer = await startIssuer()
  const installation = await startInstallation({ logs: stormSettings.logs, env: { OIDC_ISSUER: issuer.issuer, RATE_LIMIT_ADDRESS: '0' } })
  const { origin, query, members } = installation
  const cleanups: (() => unknown)[] = [installation.stop, issuer.close]
  try {
    await insertProvider(query)
    const customer = await insertCustomer(query, 'bench-users', 60)
    const token = issuer.signToken('user@bench-users.example', ['admin'])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-vakt-session': 'storm-session-bench-users' }
    await fetch(`${origin}/api/v1/authentication/usercontext`, { method: 'POST', headers, body: '{}' })
    const agents = await createAgents(query)
    // Agents sign the address that Vakt knows itself by.
    const run = runAgents(new URL(origin.replace('127.0.0.1', 'localhost')), agents)
    cleanups.push(run.end)
    const pages = watchPages(installation, [customer], { perSecond: pagesPerSecond, tokenOf: () => token })
    cleanups.push(pages.stop)
    // The first cycle makes the series of all.
    await wait(cycleSeconds * 1500)
    const usualFrom = performance.now()
    pages.begin('calm')
    await wait(cycleSeconds * 1000)
    const usual = mostInASecond(run.taken.filter((at) => at > usualFrom))
    pages.begin(null)
    const refusedBefore = run.refused.length

    const killedAt = performance.now()
    const web = members.find(({ isWeb }) => isWeb)
    web?.kill()
    while (web?.readySince() !== undefined) await wait(10)
    await installation.untilReady()
    const readyAt = performance.now()
    pages.begin('storm')
    let allBackAt: number | undefined
    while (allBackAt === undefined && performance.now() < readyAt + returnWithinSeconds * 1000) {
      await wait(250)
      allBackAt = run.allReportedAfter(readyAt)
    }
    pages.begin(null)
    const refusedAfter = run.refused.filter(({ at }) => at >= readyAt)
    const name = `${agentCount.toLocaleString('en')} agents, the web process is killed`
    return [
      { name: `${name}: ready again after`, unit: 's', values: [(readyAt - killedAt) / 1000] },
      {
        name: '  … the last agent has reported again, since it was ready',
        unit: 's',
        values: [((allBackAt ?? Number.POSITIVE_INFINITY) - readyAt) / 1000],
        goal: { atMost: returnWithinSeconds },
      },
      { name: '  … reports in the fullest second, before', unit: '', values: [usual] },
      { name: '  … reports in the fullest second, after', unit: '', values: [mostInASecond(run.taken.filter((at) => at > readyAt))] },
      { name: '  … requests of agents not taken before', unit: '', values: [refusedBefore], goal: { atMost: 0 } },
      {
        name: '  … not taken while it was away',
        unit: '',
        values: [run.refused.filter(({ at }) => at >= killedAt && at < readyAt).length],
      },
      {
        name: `  … not taken once it was ready${countStatuses(refusedAfter)}`,
        unit: '',
        values: [refusedAfter.length],
        goal: { atMost: 0 },
      },
      { name: '  … pages of users, p95, before', unit: 'ms', values: [readQuantile(pages.times.calm.answered, 0.95)] },
      { name: '  … pages of users, p95, while they come back', unit: 'ms', values: [readQuantile(pages.times.storm.answered, 0.95)] },
      {
        name: '  … pages of users without an answer',
        unit: '',
        values: [pages.times.calm.unanswered + pages.times.storm.unanswered],
        goal: { atMost: 0 },
      },
    ]
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}
