import { rollOutShares } from '@vakt/contract/agents/agent-templates.ts'

/** A machine that a template covers, and how it stands to the version that is rolled out. */
export type RollOutMachine = { key: string; state: 'without' | 'waiting' | 'applied' | 'failed'; isHeard: boolean }

type RollOut = {
  stage: number
  /** Since the last machine was given it. */
  restedMs: number
  /** Failures that someone has seen and gone on after. */
  toleratedFailures: number
  machines: readonly RollOutMachine[]
}

export type RollOutStep = { do: 'give'; keys: string[] } | { do: 'next-stage' } | { do: 'wait' } | { do: 'stop' } | { do: 'finish' }

/** Two reports: an agent that does not survive a configuration says so within them. */
const soakMs = 120_000
const maxGivenAtOnce = 200

/**
 * What to do next: the machines of a stage are given the version, those that are heard from first; when each of these has applied it and it has
 * rested, the next stage begins. Any new failure stops it. A silent machine holds nothing up, but there must be one that has applied it.
 */
export function planRollOut({ stage, restedMs, toleratedFailures, machines }: RollOut): RollOutStep {
  const of = (state: RollOutMachine['state']) => machines.filter((machine) => machine.state === state)
  const [failed, without] = [of('failed'), of('without')]
  if (failed.length > toleratedFailures) return { do: 'stop' }
  const wanted = Math.ceil((machines.length * (rollOutShares[stage] ?? 100)) / 100)
  const missing = wanted - (machines.length - without.length)
  if (missing > 0) {
    const ordered = without.toSorted((one, other) => Number(other.isHeard) - Number(one.isHeard) || (one.key < other.key ? -1 : 1))
    return { do: 'give', keys: ordered.slice(0, Math.min(missing, maxGivenAtOnce)).map(({ key }) => key) }
  }
  if (of('waiting').some(({ isHeard }) => isHeard)) return { do: 'wait' }
  if (stage >= rollOutShares.length - 1) return { do: 'finish' }
  if (of('applied').length === 0 || restedMs < soakMs) return { do: 'wait' }
  return { do: 'next-stage' }
}
