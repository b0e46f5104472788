import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pauseBeforeReport } from '@vakt/domain/agents/agent-pace.ts'
import { type AgentConfig, readConfig } from './config.ts'
import { followCommands } from './follow-commands.ts'
import { enrolAgain, howToEnrol, openIdentity } from './identity.ts'
import { createLinuxMachine } from './linux-machine.ts'
import { createReporter } from './report.ts'
import { runAsWindowsService } from './run-as-windows-service.ts'
import { createWindowsMachine } from './windows-machine.ts'
import { createLogFile } from './write-log.ts'

const serviceName = 'VaktAgent'
/** `enrol` ends after that, for the installer; `service` is run by the service manager of Windows. */
const purpose = process.argv[2] ?? 'run'

type Say = (line: string) => void

function createSay(config: AgentConfig): Say {
  const write = purpose === 'service' ? createLogFile(join(config.folder, 'agent.log')) : (line: string) => void process.stdout.write(line)
  return (line) => write(`${new Date().toISOString()} ${line}\n`)
}

/** Reports once in a cycle. */
async function run(config: AgentConfig, say: Say): Promise<void> {
  const machine = process.platform === 'win32' ? await createWindowsMachine(config.systemRoot) : await createLinuxMachine(config)
  // The installer wants to know that it went well before it starts the service.
  if (purpose === 'enrol') return say(await enrolAgain(config, machine))
  const keys = await openIdentity(config, machine)
  const { signer } = keys
  const { report, findPinned, knownVersion } = createReporter(config, keys, machine)
  say(`agent ${signer.keyId} reports to ${signer.server}`)
  let resting = new AbortController()
  const reportNow = () => resting.abort()
  void followCommands(config, signer, { findPinned, knownVersion, reportNow, say, actions: machine.actions })
  let failures = 0
  for (;;) {
    resting = new AbortController()
    const { isTaken, isRevoked, hasNewConfiguration, problem } = await report()
    if (isRevoked) throw new Error(`This agent was ended in Vakt. ${howToEnrol}`)
    if (problem) say(`report not taken: ${problem}`)
    failures = isTaken ? 0 : failures + 1
    // What was applied is told at once.
    if (hasNewConfiguration) continue
    const milliseconds = pauseBeforeReport(failures, config.cycleSeconds, Math.random())
    // Ends early where a new configuration is there.
    await wait(milliseconds, undefined, { signal: resting.signal }).catch(() => {})
  }
}

function main(): void {
  const config = readConfig()
  mkdirSync(config.folder, { recursive: true, mode: 0o700 })
  const say = createSay(config)
  const start = () =>
    void run(config, say).catch((error: Error) => {
      say(error.message)
      process.exit(1)
    })
  // What it does is whole on disk at any moment, so that it can be ended at any moment.
  if (purpose === 'service') runAsWindowsService(serviceName, { start, stop: async () => say('stopped by Windows') })
  else start()
}

try {
  main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
