import type { Pool } from 'pg'
import { configurationChannel } from '#server/features/agent-configurations/configuration-channel.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { commandChannel, readAwaitedAgentsForAllCustomers } from './command-table.ts'

/** For what was announced while the listening connection was gone, or by a process of the release before. */
const fallbackMs = 15_000

export type HeldRequests = {
  /** True when something waits for this agent or its resource; false after so long, or when the request is gone. */
  wait(agent: { agentId: string; entityId: string | null }, milliseconds: number, gone: AbortSignal): Promise<boolean>
  /** None waits any longer, also none that comes later. */
  end(): void
}

/**
 * Requests of agents that wait for a command or a configuration. NOTIFY wakes the one that it is for; none holds a connection.
 */
export function createHeldRequests(pool: Pool, listener: Listener): HeldRequests {
  const held = new Map<string, Set<() => void>>()
  let isEnded = false
  const release = (key: string) => {
    for (const one of [...(held.get(key) ?? [])]) one()
  }

  async function releaseAwaited(): Promise<void> {
    if (held.size === 0) return
    // The database may be away for a moment: they wait on.
    const awaited = await readForAllCustomers({ pool, isStaff: true }, readAwaitedAgentsForAllCustomers).catch((): string[] => [])
    for (const agentId of awaited) release(agentId)
  }
  const fallback = setInterval(() => void releaseAwaited(), fallbackMs).unref()
  listener.on(commandChannel, release, { reconnected: () => void releaseAwaited() })
  listener.on(configurationChannel, release)

  function hold(keys: readonly string[], one: () => void): () => void {
    for (const key of keys) held.set(key, (held.get(key) ?? new Set()).add(one))
    return () => {
      for (const key of keys) {
        const own = held.get(key)
        own?.delete(one)
        if (own?.size === 0) held.delete(key)
      }
    }
  }

  return {
    wait: ({ agentId, entityId }, milliseconds, gone) =>
      new Promise((resolve) => {
        if (isEnded || gone.aborted) return resolve(false)
        const done = (isWoken: boolean) => {
          clearTimeout(end)
          gone.removeEventListener('abort', stop)
          leave()
          resolve(isWoken)
        }
        const stop = () => done(false)
        const wake = () => done(!isEnded)
        const leave = hold(entityId === null ? [agentId] : [agentId, entityId], wake)
        const end = setTimeout(stop, milliseconds).unref()
        gone.addEventListener('abort', stop)
      }),
    end() {
      isEnded = true
      clearInterval(fallback)
      for (const key of [...held.keys()]) release(key)
    },
  }
}
