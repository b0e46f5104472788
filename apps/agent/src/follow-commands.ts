import { createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentCommandAnswer, AgentCommandResult } from '@vakt/contract/agents/agent-protocol.ts'
import { judgeCommand, signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import { pauseAfterFailure, pauseAfterNothing } from '@vakt/domain/agents/agent-pace.ts'
import { readAllowedNames, readAllowList } from './allow-list.ts'
import { callServer, clock, type Signer } from './call-server.ts'
import type { AgentConfig } from './config.ts'
import { readKept, writeWhole } from './keep-file.ts'
import type { Machine } from './machine.ts'
import { perform } from './perform-command.ts'

/** Longer than the server holds a request. */
const timeoutMs = 75_000
const pauseForConfigurationMs = 3_000
/** Until the answer to the first report has said whose commands are believed. */
const pauseUntilPinnedMs = 5_000
/** `begun`: a command that was begun and not answered; without a result the agent ended in it. */
type Kept = { lastSequence: number; begun: { commandId: string; result: AgentCommandResult | null } | null }
/** Which server's commands are believed: told at enrolment, or by the first answer to a report, and kept from then on. */
export type Pinned = { customerId: string; commandKey: string }

type Command = NonNullable<AgentCommandAnswer['command']>
type Actions = Machine['actions']

const isSigned = ({ payload, signature }: Command, commandKey: string): boolean =>
  verify(
    null,
    Buffer.from(signedTextOfCommand(payload)),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: commandKey }, format: 'jwk' }),
    Buffer.from(signature, 'base64'),
  )

/** Judges commands and carries them out, each at most once: that it was begun is on disk before anything is done. */
export class CommandKeeper {
  readonly #config: AgentConfig
  readonly #actions: Actions
  readonly #file: string
  #kept: Kept

  constructor(config: AgentConfig, actions: Actions) {
    this.#config = config
    this.#actions = actions
    this.#file = join(config.folder, 'commands.json')
    this.#kept = readKept<Kept>(this.#file) ?? { lastSequence: 0, begun: null }
  }

  get lastSequence(): number {
    return this.#kept.lastSequence
  }

  /** What the server has not been told yet. */
  get untold(): AgentCommandResult | null {
    const { begun } = this.#kept
    if (!begun) return null
    return begun.result ?? { commandId: begun.commandId, state: 'unknown', reason: null, results: [] }
  }

  told(): void {
    this.#write({ ...this.#kept, begun: null })
  }

  /** The server will never take it as it is: only its state is told, and what is refused even then is left. */
  shorten(): void {
    const { untold } = this
    const hasDetails = untold !== null && untold.results.length > 0
    const result: AgentCommandResult | null = hasDetails
      ? { ...untold, reason: 'Vakt refused the details of this outcome.', results: [] }
      : null
    this.#write({ ...this.#kept, begun: result && { commandId: result.commandId, result } })
  }

  #write(kept: Kept): void {
    writeWhole(this.#file, JSON.stringify(kept))
    this.#kept = kept
  }

  async carryOut(command: Command, { agentId, pinned }: { agentId: string; pinned: Pinned }): Promise<AgentCommandResult> {
    const { commandId } = command
    const judged = judgeCommand(command.payload, {
      ...{ agentId, customerId: pinned.customerId, lastSequence: this.#kept.lastSequence, now: clock.now().getTime() },
      ...{ isSigned: isSigned(command, pinned.commandKey), isAllowed: readAllowList(this.#config.allowList) },
      // Only what this system knows.
      isPossible: (kind) => this.#actions[kind] !== undefined,
    })
    if ('refused' in judged) {
      const result: AgentCommandResult = { commandId, state: 'refused', reason: judged.refused, results: [] }
      // One that is ours is passed and answered. Of what was forged or replayed Vakt is told nothing: its id may be that of a real command.
      if (judged.sequence !== undefined) this.#write({ lastSequence: judged.sequence, begun: { commandId, result } })
      return result
    }
    this.#write({ lastSequence: judged.command.sequence, begun: { commandId, result: null } })
    const action = this.#actions[judged.command.kind]
    if (!action) throw new Error(`There is no ${judged.command.kind} here.`)
    const result = { commandId, ...(await perform(action, judged.command.names)) }
    this.#write({ ...this.#kept, begun: { commandId, result } })
    return result
  }
}

/** Of an answer that is about the outcome itself. Every other is about the agent, its clock or the server, and may change. */
const refusedForGood = [400, 413, 422]

/** Tells the server what the last command came to; false: it could not be told now. What is refused for good holds up no later command. */
export async function tellOutcome(keeper: CommandKeeper, signer: Signer, say: (line: string) => void): Promise<boolean> {
  for (let { untold } = keeper; untold; untold = keeper.untold) {
    const { status } = await callServer(signer, agentPaths.result, untold)
    if (status === 200) keeper.told()
    else if (refusedForGood.includes(status)) {
      say(`Vakt refused the outcome of command ${untold.commandId} with ${status}: ${JSON.stringify(untold).slice(0, 500)}`)
      keeper.shorten()
    } else return false
  }
  return true
}

type Following = {
  findPinned: () => Pinned | null
  knownVersion: () => number
  reportNow: () => void
  say: (line: string) => void
  actions: Actions
}

/** Asks for commands until the agent is ended. What it did is told until the server has it, also after a restart. */
export async function followCommands(
  config: AgentConfig,
  signer: Signer,
  { findPinned, knownVersion, reportNow, say, actions }: Following,
): Promise<never> {
  const keeper = new CommandKeeper(config, actions)
  let pauseMs = 0
  for (;;) {
    await wait(pauseMs * (0.5 + Math.random()))
    const pinned = findPinned()
    if (!pinned) {
      pauseMs = pauseUntilPinnedMs
      continue
    }
    pauseMs = pauseAfterFailure(pauseMs, config.cycleSeconds)
    try {
      if (!(await tellOutcome(keeper, signer, say))) continue
      const askedAt = performance.now()
      const asked = { lastSequence: keeper.lastSequence, knownVersion: knownVersion(), allowed: readAllowedNames(config.allowList) }
      const { status, body } = await callServer(signer, agentPaths.command, asked, timeoutMs)
      if (status !== 200) continue
      const { command, desiredVersion } = body as AgentCommandAnswer
      if (desiredVersion !== undefined) {
        // The answer to the report brings it; asked before that, Vakt would say so again.
        pauseMs = pauseForConfigurationMs
        reportNow()
        continue
      }
      pauseMs = command ? 0 : pauseAfterNothing(performance.now() - askedAt)
      if (!command) continue
      const { state, reason } = await keeper.carryOut(command, { agentId: signer.keyId, pinned })
      say(`command ${command.commandId}: ${state}${reason ? ` (${reason})` : ''}`)
      // Anyone who forges commands is not answered as fast as they come.
      if (state === 'refused' && !keeper.untold) pauseMs = 15_000
    } catch (error) {
      say(`no commands: ${(error as Error).message}`)
    }
  }
}
