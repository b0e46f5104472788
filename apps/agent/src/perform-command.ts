import type { AgentCommandResult } from '@vakt/contract/agents/agent-protocol.ts'
import type { Action } from './machine.ts'

type Result = AgentCommandResult['results'][number]

const stateOf = async (action: Action, name: string): Promise<string> =>
  (await action.stateOf(name).catch(() => '')).slice(0, 40) || 'unknown'

/** Acts on names one after another, and says of each what it was before, what it is now, and how it went. */
export async function perform(action: Action, names: readonly string[]): Promise<Pick<AgentCommandResult, 'state' | 'reason' | 'results'>> {
  const results: Result[] = []
  let reason: string | null = null
  for (const name of names) {
    const before = await stateOf(action, name)
    const start = performance.now()
    const exitCode = await action.act(name).then(
      () => 0,
      (error: { code?: unknown; stderr?: string; message: string }) => {
        reason ??= (error.stderr || error.message).trim().slice(0, 500)
        return typeof error.code === 'number' ? error.code : null
      },
    )
    const milliseconds = Math.round(performance.now() - start)
    const after = await stateOf(action, name)
    if (exitCode === 0 && !action.isWanted(after)) reason ??= `${name} is ${after}`
    results.push({ name, before, after, exitCode, milliseconds })
  }
  return { state: reason === null ? 'done' : 'failed', reason, results }
}
