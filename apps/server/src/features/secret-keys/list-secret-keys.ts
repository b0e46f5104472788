import type { SecretKeyUse } from '@vakt/contract/secret-keys.ts'
import type { SecretCount } from '#server/platform/keys/reencrypt-secrets.ts'
import { legacyKey } from '#server/platform/keys/reencrypt-secrets.ts'

export type SecretKeyParts = {
  /** The ids in SECRET_KEY, the one that encrypts first. */
  keyIds: readonly string[]
  count: () => Promise<SecretCount[]>
}

/** The configured keys in their order, then those that are needed beside them. */
export async function listSecretKeys({ keyIds, count }: SecretKeyParts): Promise<{ keys: SecretKeyUse[] }> {
  const counts = new Map((await count()).map((one) => [one.key, one]))
  const others = [...counts.keys()].filter((id) => !keyIds.includes(id)).sort()
  const keys = [...keyIds, ...others].map((id) => {
    const { readable = 0, unreadable = 0 } = counts.get(id) ?? {}
    return {
      id: id === legacyKey ? '' : id,
      isFirst: id === keyIds[0],
      isMissing: !keyIds.includes(id) && id !== legacyKey,
      secretCount: readable + unreadable,
      unreadableCount: unreadable,
    }
  })
  return { keys }
}
