import type { Access } from '@vakt/contract/features.ts'
import { currentSession } from './session.ts'

export class NotAuthorizedError extends Error {}

/** Stops a route, before its screen is loaded, that this user may not see. */
export function requireAccess(access: Access): () => void {
  return () => {
    if (!currentSession()?.can(access)) throw new NotAuthorizedError('Not authorized')
  }
}
