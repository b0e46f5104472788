import { join } from 'node:path'
import type { AgentConfigurationContent } from '@vakt/contract/agents/agent-configurations.ts'
import { sortServices } from '@vakt/domain/agent-configurations/patterns.ts'
import { readKept, writeWhole } from '#agent/keep-file.ts'
import type { Service } from '#agent/machine.ts'

const mostNames = 500
/** While a package is replaced its unit is gone for a moment. */
const forgottenAfterMs = 24 * 3_600_000

/**
 * The monitored services that the machine is asked for by name. One that is stopped and not enabled is not among the units that systemd lists;
 * without its name it would end to be measured, instead of being measured as stopped.
 */
export class ServiceMemory {
  readonly #file: string
  #names: string[]
  readonly #missingSince = new Map<string, number>()

  constructor(folder: string) {
    this.#file = join(folder, 'services.json')
    this.#names = readKept<{ names: string[] }>(this.#file)?.names ?? []
  }

  get names(): readonly string[] {
    return this.#names
  }

  /** Forgets what no pattern names any more, and what was not found for a day. */
  note(monitored: readonly Service[], content: AgentConfigurationContent, now: Date): void {
    const found = new Set(monitored.map(({ name }) => name))
    const asked = sortServices(
      this.#names.map((name) => ({ name })),
      content,
    ).monitored.map(({ name }) => name)
    const kept = asked.filter((name) => found.has(name) || this.#isAwaited(name, now.getTime()))
    for (const name of [...this.#missingSince.keys()]) if (found.has(name) || !kept.includes(name)) this.#missingSince.delete(name)
    const known = new Set(kept)
    const added = monitored.filter(({ name, isLasting }) => isLasting && !known.has(name)).map(({ name }) => name)
    this.#keep([...kept, ...added].slice(0, mostNames))
  }

  #isAwaited(name: string, nowMs: number): boolean {
    const since = this.#missingSince.get(name) ?? nowMs
    this.#missingSince.set(name, since)
    return nowMs - since < forgottenAfterMs
  }

  #keep(names: string[]): void {
    const isNew = names.length !== this.#names.length || names.some((name, index) => name !== this.#names[index])
    this.#names = names
    if (!isNew) return
    try {
      writeWhole(this.#file, JSON.stringify({ names }))
    } catch {
      // On a full disk they are known until the program ends.
    }
  }
}
