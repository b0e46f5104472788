import { hash as hashOnce } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findIngestTokens, type IngestToken } from './signal-table.ts'

export type { IngestToken } from './signal-table.ts'

/** A revoked token ends within this time. */
const rememberedMs = 5000
const maxRemembered = 10_000
/** Between two queries; what is shown meanwhile is looked up by the next one. */
const intervalMs = 25
const batchSize = 500

type Lookup = { hash: Buffer; found: PromiseWithResolvers<IngestToken | undefined> }

/**
 * Makes the lookup of ingest tokens. Valid and wrong ones are remembered for seconds, and those that are shown at the same time share a
 * query, so that neither a storm of signals nor a flood of wrong tokens costs a query each.
 */
export function createTokenLookup(pool: Pool): (secret: string) => Promise<IngestToken | undefined> {
  const remembered = new Map<string, { token: IngestToken | undefined; until: number }>()
  const waiting = new Map<string, Lookup>()
  let isRunning = false

  const remember = (key: string, token: IngestToken | undefined) => {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, { token, until: Date.now() + rememberedMs })
  }

  const findBatch = async (batch: [string, Lookup][]) => {
    try {
      const tokens = await findIngestTokens(
        pool,
        batch.map(([, { hash }]) => hash),
      )
      for (const [key, { found }] of batch) {
        remember(key, tokens.get(key))
        found.resolve(tokens.get(key))
      }
    } catch (error) {
      for (const [, { found }] of batch) found.reject(error)
    }
  }

  const findWaiting = async () => {
    isRunning = true
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, batchSize)
      for (const [key] of batch) waiting.delete(key)
      await findBatch(batch)
      await wait(intervalMs, undefined, { ref: false })
    }
    isRunning = false
  }

  return async (secret) => {
    const hash = hashOnce('sha256', secret, 'buffer')
    const key = hash.toString('hex')
    const known = remembered.get(key)
    if (known && known.until > Date.now()) return known.token
    const lookup = waiting.get(key) ?? { hash, found: Promise.withResolvers<IngestToken | undefined>() }
    waiting.set(key, lookup)
    if (!isRunning) void findWaiting()
    return lookup.found.promise
  }
}
