import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { MailServerUnreachable, oneLine } from './mail-outcome.ts'

const timeoutMs = 20_000

export type FetchError = Error & { cause?: Error & { code?: string } }

export const answerOf = (error: FetchError) => oneLine(error.cause?.message || error.message)

/** Follows no redirect: the request holds a secret. */
export function post(url: string, headers: Record<string, string>, body: string | URLSearchParams): Promise<Response> {
  refuseInTransaction('The mail server')
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

/** An application that may send mails, and where it gets its access tokens. */
export type ClientCredentials = { tokenUrl: string; clientId: string; secret: string; scope: string }

/** An access token of the application (client credentials, RFC 6749 section 4.4). */
export async function signIn({ tokenUrl, clientId, secret, scope }: ClientCredentials): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope }
  let status: number
  let body: { access_token?: unknown; error_description?: unknown }
  try {
    const response = await post(tokenUrl, {}, new URLSearchParams(form))
    status = response.status
    body = JSON.parse((await response.text()) || '{}') ?? {}
  } catch (error) {
    throw new MailServerUnreachable('unreachable', answerOf(error as FetchError))
  }
  if (status === 200 && typeof body.access_token === 'string') return body.access_token
  const answer = oneLine(`${status} ${String(body.error_description ?? '')}`)
  throw new MailServerUnreachable(status === 429 || status >= 500 ? 'unreachable' : 'sign_in_refused', answer)
}
