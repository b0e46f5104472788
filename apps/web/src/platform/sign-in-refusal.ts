import type { Granter } from '@vakt/contract/errors.ts'
import { ApiError } from './request.ts'
import { SignInError } from './sign-in-error.ts'

/** Why the server refuses a user who has signed in at the provider. */
export type Refusal = {
  /** Null where the answer was not one of Vakt's. */
  key: string | null
  /** In English, for the one who runs Vakt. */
  message: string
  requestId: string
  /** Who can change it. */
  grantedBy: readonly Granter[]
}

/** The sign-in itself is over: to sign in again is what helps. */
const isOver = new Set<string | null>(['error.not_signed_in', 'error.session_ended'])

export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null
  const [first] = error.errors
  if (first && isOver.has(first.message_translation_key)) return null
  const { message, requestId, grantedBy } = error
  return { key: first?.message_translation_key ?? null, message, requestId, grantedBy }
}

/** Answers to a silent sign-in: the user has to take part, which is nothing to report. */
const isSilentAnswer = /^(login|interaction|consent|account_selection)_required$/
const ownCodes = new Set(['network', 'timeout', 'no_session', 'no_account', 'session_ended', 'not_signed_in', 'missing_token'])

/**
 * The code with which the provider refused a sign-in that the user began (RFC 6749, OpenID Connect, RFC 8707), with Microsoft's number for
 * the reason, if it names one; null when it did not refuse.
 */
export function providerErrorOf(error: unknown): string | null {
  if (!(error instanceof SignInError) || ownCodes.has(error.code) || isSilentAnswer.test(error.code)) return null
  const [reason] = /AADSTS\d+/.exec(error.description) ?? []
  return [error.code.replace(/[^\w.-]/g, '').slice(0, 60) || 'error', reason].filter(Boolean).join(', ')
}
