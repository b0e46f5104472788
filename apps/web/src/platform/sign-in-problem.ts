import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'

const signs = /failed to fetch|networkerror|load failed/i

/** What did not answer, if that is why nobody could be signed in. */
export function problemOf(error: unknown): 'server' | 'provider' | null {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500 ? 'server' : null
  return error instanceof SignInError && signs.test(error.message) ? 'provider' : null
}

/** The errors of RFC 6749 and RFC 8707 that the provider sends back when it and Vakt are not set up for each other, or it fails. */
const errorCodes =
  /^(invalid_(request|client|grant|scope|target)|unauthorized_client|unsupported_response_type|server_error|temporarily_unavailable)$/

/** The code with which the provider refused a sign-in that somebody began; null when it did not. */
export function providerErrorOf(error: unknown): string | null {
  return error instanceof SignInError && errorCodes.test(error.code) ? error.code : null
}
