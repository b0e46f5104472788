import * as contract from '@vakt/contract/secret-keys.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { listSecretKeys, type SecretKeyParts } from './list-secret-keys.ts'

export const secretKeyRoutes = (parts: SecretKeyParts): Served[] => [serve(contract.listSecretKeys, () => listSecretKeys(parts))]
