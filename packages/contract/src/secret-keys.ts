import { operation } from './operation.ts'
import { object, type Static, Type } from './schema.ts'

/** A key that encrypts stored secrets, such as those of connectors and webhooks, or that is configured to. Never the key itself. */
export const SecretKeyUse = object({
  id: Type.String({ description: 'Empty for what a release without SECRET_KEY encrypted, by the password of the database' }),
  isFirst: Type.Boolean({ description: 'Whether new secrets are encrypted with it' }),
  isMissing: Type.Boolean({ description: 'Whether secrets are encrypted with it that SECRET_KEY does not hold' }),
  secretCount: Type.Integer({ minimum: 0 }),
  unreadableCount: Type.Integer({ minimum: 0, description: 'Secrets of connectors and webhooks that could not be decrypted' }),
})
export type SecretKeyUse = Static<typeof SecretKeyUse>

export const listSecretKeys = operation({
  summary: 'The keys of SECRET_KEY, and how many secrets each of them encrypts',
  method: 'GET',
  path: '/admin/secret-key',
  access: 'global-admin',
  result: object({ keys: Type.Array(SecretKeyUse) }),
})
