import type { TwilioSettings } from '#server/platform/phone/twilio-client.ts'
import { signTwilio } from '#server/platform/phone/twilio-signature.ts'
import { isSignedIn, type PhoneServer, type Sent, startPhoneServer } from './phone-server.ts'

export type TwilioServer = PhoneServer & {
  settings: TwilioSettings
  /** Posts a callback as Twilio signs it; `url` is the one that we gave it, `to` where it reaches us. */
  callBack(url: string, form: Record<string, string>): { headers: Record<string, string>; payload: string }
}

/** Speaks the API of Twilio (2010-04-01) on the loopback. */
export async function startTwilioServer(): Promise<TwilioServer> {
  const messages: Sent[] = []
  const calls: Sent[] = []
  const accountSid = `AC${'1'.repeat(32)}`
  const authToken = 'token-of-the-account'
  const lists: Record<string, Sent[]> = { Messages: messages, Calls: calls }
  const show = (one: Sent) => ({ ...one, price: one.price ?? null, price_unit: 'USD', error_code: null })
  const base = await startPhoneServer({
    isSend: (path) => /\/(Messages|Calls)\.json$/.test(path),
    handle(request, path, form) {
      if (!isSignedIn(request, accountSid, authToken)) return { status: 401, body: { code: 20003, message: 'Authenticate' } }
      const [, kind = '', sid] = /\/(Messages|Calls)(?:\/(\w+))?\.json/.exec(path) ?? []
      const list = lists[kind]
      if (!list) return 'not-found'
      if (request.method === 'GET') {
        const found = list.find((one) => one.id === sid)
        if (sid !== undefined) return found ? { status: 200, body: show(found) } : 'not-found'
        const to = new URL(path, 'http://twilio').searchParams.get('To')
        return { status: 200, body: { [kind.toLowerCase()]: list.filter((one) => one.To === to).map(show) } }
      }
      const fields = Object.fromEntries(form)
      if (!/^\+\d+$/.test(fields.To ?? '')) return { status: 400, body: { code: 21211, message: `Invalid 'To' Phone Number` } }
      const id = `${kind === 'Messages' ? 'SM' : 'CA'}${String(list.length + 1).padStart(32, '0')}`
      const one = {
        ...fields,
        id,
        sid: id,
        status: 'queued',
        body: fields.Body ?? '',
        date_created: new Date().toUTCString(),
        num_segments: '1',
      }
      list.push(one as Sent)
      return { status: 201, body: show(one as Sent) }
    },
  })
  return Object.assign(base, {
    settings: {
      url: base.url,
      accountSid,
      authToken,
      apiKey: null,
      voices: { sv: 'Polly.Elin-Neural', en: 'Polly.Amy-Neural' },
    },
    messages,
    calls,
    callBack(url: string, fields: Record<string, string>) {
      const form = new URLSearchParams({ AccountSid: accountSid, ...fields })
      const signature = signTwilio(authToken, url, form)
      return {
        headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
        payload: String(form),
      }
    },
  })
}
