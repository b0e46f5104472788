import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'

const signs = /failed to fetch|networkerror|load failed/i

/** What did not answer, if that is why nobody could be signed in. */
export function problemOf(error: unknown): 'server' | 'provider' | null {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500 ? 'server' : null
  return error instanceof SignInError && signs.test(error.message) ? 'provider' : null
}
