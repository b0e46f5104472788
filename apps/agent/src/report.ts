import { hash } from 'node:crypto'
import { join } from 'node:path'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentReport } from '@vakt/contract/agents/agent-protocol.ts'
import { type Answer, callServer, clock } from './call-server.ts'
import { collect, tryConfiguration, UrlSchedule } from './collect/collect.ts'
import { ServiceMemory } from './collect/remember-services.ts'
import { EventWatcher } from './collect/watch-events.ts'
import type { AgentConfig } from './config.ts'
import type { Pinned } from './follow-commands.ts'
import { aboutMachine } from './identity.ts'
import { ConfigurationKeeper, type Versioned } from './keep-configuration.ts'
import { readKept, writeWhole } from './keep-file.ts'
import { type KeyRotation, PinnedKey } from './keys.ts'
import type { Machine } from './machine.ts'
import { Spool } from './spool.ts'

const mostSpooled = 20
const mostSpooledBytes = 1_000_000
const startedMs = Date.now() - process.uptime() * 1000

export type Outcome = { isTaken: boolean; isRevoked: boolean; hasNewConfiguration: boolean; problem: string | null }

/** Makes the function that measures and reports once. What the server did not take is kept and goes with a later report. */
export function createReporter(
  config: AgentConfig,
  keys: KeyRotation,
  machine: Machine,
): { report: () => Promise<Outcome>; findPinned: () => Pinned | null; knownVersion: () => number } {
  const spool = new Spool(join(config.folder, 'spool'))
  const keeper = new ConfigurationKeeper(config.folder)
  const events = new EventWatcher(config.folder, machine.readLog)
  const serviceMemory = new ServiceMemory(config.folder)
  const urlSchedule = new UrlSchedule()
  const stateFile = join(config.folder, 'state.json')
  let chain = readKept<{ chain: string }>(stateFile)?.chain ?? ''
  const pinnedKey = new PinnedKey(config.folder)
  const { signer } = keys
  let toldFindings = ''

  function rememberChain(next: string): void {
    chain = next
    try {
      writeWhole(stateFile, JSON.stringify({ chain }))
    } catch {
      // A full disk: after a restart the server will take this machine for a copy, which is better than no reports.
    }
  }

  async function applyConfiguration(next: Versioned): Promise<boolean> {
    await keeper.apply(next, (content) => tryConfiguration(content, machine))
    return true
  }

  async function send(content: () => AgentReport): Promise<Answer> {
    const ask = () => callServer(signer, agentPaths.report, content())
    const first = await ask()
    const { reason } = first.body
    // The answer has corrected the clock.
    if (reason === 'clock') return ask()
    return reason === 'signature' && keys.tryNextKey(clock.now()) ? ask() : first
  }

  /** What goes wrong with it is tried again with the next report. */
  async function rotateIfDue(): Promise<void> {
    if (keys.isDue(clock.now(), config.keyDays)) await keys.rotate(clock.now()).catch(() => {})
  }

  const report = async (): Promise<Outcome> => {
    const { points, found } = await collect({ machine, events, serviceMemory, urlSchedule, now: clock.now() }, keeper.content)
    const measuredAtMs = Date.now()
    // Said when it is sent: the first answer after a start corrects the clock.
    const measurementNow = () => ({ at: new Date(measuredAtMs - clock.aheadMs).toISOString(), points })
    const findings = hash('sha256', JSON.stringify(found))
    const spooled = spool.oldest(mostSpooled, mostSpooledBytes)
    const { lost } = spool
    const content = (): AgentReport => ({
      ...aboutMachine(machine),
      chain,
      clockAheadSeconds: Math.round(clock.aheadMs / 1000),
      startedAt: new Date(startedMs - clock.aheadMs).toISOString(),
      lost,
      measurements: [measurementNow(), ...spooled.measurements],
      ...(pinnedKey.current && { commandKey: pinnedKey.current.commandKey }),
      configuration: { ...keeper.state, found: findings === toldFindings ? null : found },
    })
    try {
      const { status, body } = await send(content)
      if (status !== 200) throw Object.assign(new Error(`Vakt answered ${status} ${String(body.reason ?? '')}`), { status })
      rememberChain(String(body.chain))
      const keyProblem = pinnedKey.follow(body)
      spool.removeOldest(spooled.files)
      spool.toldLost(lost)
      // A resource that came after the agent was not told.
      toldFindings = body.wantsFound === true ? '' : findings
      keeper.confirm()
      const next = body.configuration as Versioned | null | undefined
      await rotateIfDue()
      return { isTaken: true, isRevoked: false, hasNewConfiguration: next ? await applyConfiguration(next) : false, problem: keyProblem }
    } catch (error) {
      spool.put(measurementNow())
      const { message, status } = error as Error & { status?: number }
      return { isTaken: false, isRevoked: status === 410, hasNewConfiguration: false, problem: message }
    }
  }
  const knownVersion = () => Math.max(keeper.state.appliedVersion, keeper.state.failed?.version ?? 0)
  return { report, findPinned: () => pinnedKey.current, knownVersion }
}
