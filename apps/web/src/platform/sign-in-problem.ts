import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'

const signs = /failed to fetch|networkerror|load failed/i

/** What kept a sign-in from being completed although no one refused it: Vakt or the provider did not answer, or Vakt has a fault. */
export type SignInProblem = { what: 'server' | 'provider' | 'fault'; requestId: string }

/** Answers of a proxy, or of Vakt while it starts or stops. */
const isAway = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

export function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof ApiError) {
    if (isAway(error.status)) return { what: 'server', requestId: '' }
    return error.status >= 500 ? { what: 'fault', requestId: error.requestId } : null
  }
  return error instanceof SignInError && signs.test(error.message) ? { what: 'provider', requestId: '' } : null
}
