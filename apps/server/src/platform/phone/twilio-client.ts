import type { Language } from '@vakt/contract/users/session.ts'
import type { Accepted, OutgoingCall, PhoneChannel, PhoneOutcome, PhoneProvider, Price, Report } from './phone-provider.ts'
import { basicAuth, getJson, oneLine, postOnce } from './post-form.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

export type TwilioSettings = {
  url: string
  accountSid: string
  /** Of the account: callbacks are signed with it, also when an API key sends. */
  authToken: string
  apiKey: { sid: string; secret: string } | null
  voices: Record<Language, string>
}

type Resource = Record<string, unknown>

const longestTwiml = 4000
/** An alarm is not sent next morning. */
const validSeconds = '600'
const ringSeconds = '45'
const locales: Record<Language, string> = { sv: 'sv-SE', en: 'en-GB' }

const failures: Record<string, string> = {
  '21211': 'number_refused',
  '21408': 'country_not_allowed',
  '21610': 'opted_out',
  '21614': 'number_refused',
  '30003': 'unreachable_phone',
  '30005': 'number_refused',
  '30006': 'number_refused',
  '30007': 'filtered',
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const stateOfSms: Record<string, Report['state']> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}
const stateOfCall: Record<string, Report['state']> = {
  'in-progress': 'delivered',
  completed: 'delivered',
  busy: 'failed',
  'no-answer': 'failed',
  failed: 'failed',
  canceled: 'failed',
}

function priceOf({ price, price_unit: unit }: Resource): Price | null {
  const amount = price === null || price === undefined || price === '' ? Number.NaN : Math.abs(Number(price))
  return Number.isFinite(amount) && typeof unit === 'string' ? { millionths: Math.round(amount * 1_000_000), currency: unit } : null
}

function acceptedOf(resource: Resource): Accepted {
  if (typeof resource.sid !== 'string') throw new Error('It names no sid.')
  const parts = Number(resource.num_segments)
  return { providerId: resource.sid, parts: Number.isInteger(parts) && parts > 0 ? parts : null, price: priceOf(resource) }
}

function reportOf(channel: PhoneChannel, status: string, errorCode: string, price: Price | null): Report {
  const state = (channel === 'sms' ? stateOfSms : stateOfCall)[status] ?? 'accepted'
  const reason = state === 'failed' ? (failures[errorCode] ?? (channel === 'sms' ? 'not_delivered' : 'not_answered')) : ''
  return { state, reason, price }
}

/** https://www.twilio.com/docs: form bodies, basic sign-in, states of messages and calls in callbacks signed with the account's token. */
export function createTwilio({ url, accountSid, authToken, apiKey, voices }: TwilioSettings): PhoneProvider {
  const base = `${url}/2010-04-01/Accounts/${accountSid}`
  const authorization = apiKey ? basicAuth(apiKey.sid, apiKey.secret) : basicAuth(accountSid, authToken)
  const collectionOf = (channel: PhoneChannel) => (channel === 'sms' ? 'Messages' : 'Calls')
  const read = (text: string): PhoneOutcome => ({
    kind: 'sent',
    reason: '',
    answer: oneLine(text),
    ...acceptedOf(JSON.parse(text) as Resource),
  })
  function reasonOf(text: string): string {
    try {
      return failures[String((JSON.parse(text) as { code?: unknown }).code)] ?? 'refused'
    } catch {
      return 'refused'
    }
  }
  const say = (text: string, language: Language) =>
    `<Say language="${locales[language]}" voice="${escapeXml(voices[language])}">${escapeXml(text)}</Say>`

  function twimlOf({ text, language, key }: OutgoingCall): string {
    const short = text.slice(0, 1200)
    if (!key) return `<Response>${say(short, language)}<Pause length="1"/>${say(short, language)}</Response>`
    const asked = `${say(`${short} ${key.prompt}`, language)}`
    const gather = `<Gather numDigits="1" action="${escapeXml(key.url)}" timeout="8">${asked}</Gather>`
    const twice = `<Response>${gather}${gather}</Response>`
    return twice.length <= longestTwiml ? twice : `<Response>${gather}</Response>`
  }

  return {
    name: 'twilio',
    host: new URL(url).host,
    languages: ['sv', 'en'],
    sendSms: ({ from, to, text, reportUrl }, begin) => {
      const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
      const form = new URLSearchParams({ To: to, ...sender, Body: text, StatusCallback: reportUrl, ValidityPeriod: validSeconds })
      return postOnce({ url: `${base}/Messages.json`, authorization, form }, begin, { read, reasonOf })
    },
    makeCall: (call, begin) => {
      const { from, to, reportUrl } = call
      const form = new URLSearchParams({ To: to, From: from, Twiml: twimlOf(call), StatusCallback: reportUrl, Timeout: ringSeconds })
      for (const event of ['answered', 'completed']) form.append('StatusCallbackEvent', event)
      return postOnce({ url: `${base}/Calls.json`, authorization, form }, begin, { read, reasonOf })
    },
    async find(channel, { to, text, since }) {
      const list = await getJson(`${base}/${collectionOf(channel)}.json?${new URLSearchParams({ To: to, PageSize: '50' })}`, authorization)
      const entries = (channel === 'sms' ? list.messages : list.calls) as Resource[] | undefined
      const found = entries?.find(
        (one) => Date.parse(String(one.date_created)) >= since.getTime() - 60_000 && (channel === 'voice' || one.body === text),
      )
      return found ? acceptedOf(found) : null
    },
    async readStatus(channel, providerId) {
      const one = await getJson(`${base}/${collectionOf(channel)}/${encodeURIComponent(providerId)}.json`, authorization)
      return reportOf(channel, String(one.status), String(one.error_code ?? ''), priceOf(one))
    },
    isGenuine({ url: address, form, headers }) {
      const signature = headers['x-twilio-signature']
      return typeof signature === 'string' && isSignedByTwilio(authToken, { url: address, form, signature })
    },
    async readReport(channel, form) {
      const status = form.get(channel === 'sms' ? 'MessageStatus' : 'CallStatus')
      return status === null ? null : reportOf(channel, status, form.get('ErrorCode') ?? '', null)
    },
    readKey: (form) => form.get('Digits'),
    readReply(form) {
      const [from, text] = [form.get('From'), form.get('Body')]
      return from !== null && text !== null && form.has('MessageSid') ? { from, text } : null
    },
    sayInCall: (text, language) => ({ type: 'text/xml; charset=utf-8', body: `<Response>${say(text, language)}</Response>` }),
    answerReply: (text) => ({
      type: 'text/xml; charset=utf-8',
      body: text === null ? '<Response/>' : `<Response><Message>${escapeXml(text)}</Message></Response>`,
    }),
  }
}
