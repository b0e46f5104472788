import { answerOf, type FetchError, post, signIn } from './client-credentials.ts'
import { type MailConnection, type MailOutcome, MailServerUnreachable, oneLine } from './mail-outcome.ts'
import type { GraphMailSettings } from './mail-settings.ts'

/** Errors of a connection that was never there: no byte of the request was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** 429 and 503 were not processed; of another 5xx no one can tell whether the mail was taken. */
function outcomeOf(status: number, answer: string): MailOutcome {
  if (status === 202) return { kind: 'sent', reason: '', answer }
  if (status === 401 || status === 403) throw new MailServerUnreachable('sign_in_refused', answer)
  if (status === 404 || status === 429 || status === 503) throw new MailServerUnreachable('refused_for_now', answer)
  if (status >= 500) return { kind: 'unknown', reason: 'connection_lost', answer }
  return { kind: 'refused', reason: 'refused', answer }
}

/**
 * Sends mails as the mailbox of `from` by Microsoft Graph (`sendMail` with a MIME body). Signs in when it is opened; an expired token ends
 * the connection, and the next one signs in again.
 */
export async function openGraphConnection(settings: GraphMailSettings): Promise<MailConnection> {
  const { login, graph, tenantId, clientId, secret } = settings
  const tokenUrl = `${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  const token = await signIn({ tokenUrl, clientId, secret, scope: `${graph}/.default` })
  const url = `${graph}/v1.0/users/${encodeURIComponent(settings.from.address)}/sendMail`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
  let isUsable = true

  async function handOver(raw: Buffer): Promise<MailOutcome> {
    let response: Response
    try {
      response = await post(url, headers, raw.toString('base64'))
    } catch (error) {
      const answer = answerOf(error as FetchError)
      if (neverConnected.has((error as FetchError).cause?.code ?? '')) throw new MailServerUnreachable('unreachable', answer)
      return { kind: 'unknown', reason: 'connection_lost', answer }
    }
    const { status } = response
    // The status decides; a body that breaks off only costs the details.
    const details = await response.text().catch(() => '')
    return outcomeOf(status, oneLine(`${status} ${details}`))
  }

  return {
    async send({ raw }, begin) {
      await begin()
      isUsable = false
      const outcome = await handOver(raw)
      isUsable = outcome.kind === 'sent'
      return outcome
    },
    isUsable: () => isUsable,
    close: () => {
      isUsable = false
    },
  }
}
