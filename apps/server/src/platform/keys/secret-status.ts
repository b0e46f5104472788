import type { Context } from '#server/platform/context.ts'
import { countSecrets, type SecretCount } from './reencrypt-secrets.ts'
import type { SealedColumn } from './sealed-column-table.ts'

export type SecretStatus = {
  /** One sentence for the operator, as far as it is known; never waits for the database. */
  warnings(): string[]
  count(): Promise<SecretCount[]>
}

const maxAgeMs = 30_000

/** Which secrets cannot be decrypted, counted again at most every 30 seconds. */
export function createSecretStatus(context: Pick<Context, 'pool'>, columns: readonly SealedColumn[]): SecretStatus {
  let unreadable = 0
  let countedAt = Number.NEGATIVE_INFINITY
  const count = async () => {
    countedAt = performance.now()
    const counts = await countSecrets(context, columns)
    unreadable = counts.reduce((sum, each) => sum + each.unreadable, 0)
    return counts
  }
  return {
    count,
    warnings() {
      if (performance.now() - countedAt > maxAgeMs) void count().catch(() => {})
      return unreadable > 0 ? [`secrets of connectors or webhooks that no key of SECRET_KEY decrypts: ${unreadable}`] : []
    },
  }
}
