import { join } from 'node:path'
import type { AgentConfigurationContent } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { readKept, writeWhole } from './keep-file.ts'

export type Versioned = { version: number; content: AgentConfigurationContent }
type Failed = { version: number; problem: string }
/** `trial` counts the starts with a new configuration until the server took a report that was made with it. */
type Kept = { applied: Versioned; former: Versioned | null; trial: { starts: number } | null; failed: Failed | null }

const mostStartsOnTrial = 2
const nothing: Kept = { applied: { version: 0, content: emptyConfiguration }, former: null, trial: null, failed: null }

/** The configuration that the agent runs with: a new one is tried, kept with the former one beside it, and given up if the agent ends with it. */
export class ConfigurationKeeper {
  readonly #file: string
  #kept: Kept

  constructor(folder: string) {
    this.#file = join(folder, 'configuration.json')
    this.#kept = readKept<Kept>(this.#file) ?? nothing
    const { trial, applied, former } = this.#kept
    if (!trial) return
    if (trial.starts >= mostStartsOnTrial && former)
      this.#keep({
        ...nothing,
        applied: former,
        failed: { version: applied.version, problem: 'The agent ended while it tried this version.' },
      })
    else this.#keep({ ...this.#kept, trial: { starts: trial.starts + 1 } })
  }

  get content(): AgentConfigurationContent {
    return this.#kept.applied.content
  }

  get state(): { appliedVersion: number; failed: Failed | null } {
    return { appliedVersion: this.#kept.applied.version, failed: this.#kept.failed }
  }

  /** Changes what the agent runs with only if the trial goes well. A version that failed is not tried again. */
  async apply(next: Versioned, tryOnce: (content: AgentConfigurationContent) => Promise<void>): Promise<void> {
    const { applied, failed } = this.#kept
    if (next.version <= applied.version || next.version === failed?.version) return
    try {
      await tryOnce(next.content)
      this.#keep({ applied: next, former: applied, trial: { starts: 1 }, failed: null })
    } catch (error) {
      this.#keepIfPossible({ ...this.#kept, failed: { version: next.version, problem: (error as Error).message.slice(0, 500) } })
    }
  }

  /** The server took a report that was made with it: only now the former one is given up. */
  confirm(): void {
    if (this.#kept.trial) this.#keepIfPossible({ ...this.#kept, former: null, trial: null })
  }

  /** On a full disk it is true until the program ends. */
  #keepIfPossible(kept: Kept): void {
    try {
      this.#keep(kept)
    } catch {
      this.#kept = kept
    }
  }

  #keep(kept: Kept): void {
    writeWhole(this.#file, JSON.stringify(kept))
    this.#kept = kept
  }
}
