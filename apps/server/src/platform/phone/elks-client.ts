import type { Accepted, OutgoingCall, PhoneChannel, PhoneOutcome, PhoneProvider, Price, Report } from './phone-provider.ts'
import { basicAuth, getJson, oneLine, postOnce } from './post-form.ts'

export type ElksSettings = { url: string; user: string; password: string; currency: string }

type Sent = {
  id?: unknown
  to?: unknown
  message?: unknown
  created?: unknown
  cost?: unknown
  parts?: unknown
  state?: unknown
  start?: unknown
}

/** Its voice reads English only, and at most this much. */
const longestSpoken = 180
const ringSeconds = '45'
const json = 'application/json'

const unanswered = new Set(['failed', 'busy', 'no-answer', 'noanswer', 'canceled', 'rejected'])

/** A text for `play`: a slash, a quote or a control character would end it. */
const spoken = (text: string) => {
  const plain = text.replace(/[^\p{L}\p{N} .,:;!?%+()-]/gu, ' ').replace(/\s+/g, ' ')
  return `en_US/${plain.trim().slice(0, longestSpoken - 1)}`
}

/** Times are UTC and end without a zone. */
const timeOf = (created: unknown): number => Date.parse(`${String(created).replace(/(\.\d{3})\d*$/, '$1')}Z`)

/** https://46elks.se/docs: form bodies, basic sign-in, costs in ten thousandths of the currency. */
export function createElks({ url, user, password, currency }: ElksSettings): PhoneProvider {
  const base = `${url}/a1`
  const authorization = basicAuth(user, password)
  const reasonOf = (text: string, status: number) =>
    /country|region|not allowed/i.test(text)
      ? 'country_not_allowed'
      : /to|number/i.test(text) && status === 400
        ? 'number_refused'
        : 'refused'
  const priceOf = (cost: unknown): Price | null => (typeof cost === 'number' ? { millionths: cost * 100, currency } : null)
  const acceptedOf = ({ id, cost, parts }: Sent): Accepted => {
    if (typeof id !== 'string') throw new Error('It names no id.')
    return { providerId: id, parts: typeof parts === 'number' ? parts : null, price: priceOf(cost) }
  }
  const read = (text: string): PhoneOutcome => ({
    kind: 'sent',
    reason: '',
    answer: oneLine(text),
    ...acceptedOf(JSON.parse(text) as Sent),
  })

  /** Asks again three times after a tone for the key, whose number it posts as `result`. */
  function actionsOf({ text, key }: OutgoingCall): object {
    if (!key) return { play: spoken(text), next: { play: spoken(text) } }
    return { play: spoken(`${text} ${key.prompt}`), next: { ivr: 'sound/beep', digits: 1, timeout: 10, repeat: 3, next: key.url } }
  }

  function reportOf(channel: PhoneChannel, { state, status, start, cost }: Sent & { status?: unknown }): Report {
    const price = priceOf(cost)
    const word = String((channel === 'sms' ? (status ?? state) : state) ?? '')
    if (channel === 'sms') {
      if (word === 'delivered') return { state: 'delivered', reason: '', price }
      return word === 'failed' ? { state: 'failed', reason: 'not_delivered', price } : { state: 'accepted', reason: '', price }
    }
    // Without a start nobody picked it up.
    if (typeof start === 'string' && start !== '') return { state: 'delivered', reason: '', price }
    return word === 'success' || unanswered.has(word)
      ? { state: 'failed', reason: 'not_answered', price }
      : { state: 'accepted', reason: '', price }
  }

  const readStatus = async (channel: PhoneChannel, providerId: string) =>
    reportOf(channel, await getJson(`${base}/${channel === 'sms' ? 'sms' : 'calls'}/${encodeURIComponent(providerId)}`, authorization))

  return {
    name: '46elks',
    host: new URL(url).host,
    languages: ['en'],
    sendSms: ({ from, to, text, reportUrl }, begin) =>
      postOnce(
        { url: `${base}/sms`, authorization, form: new URLSearchParams({ from, to, message: text, whendelivered: reportUrl }) },
        begin,
        { read, reasonOf },
      ),
    makeCall: (call, begin) => {
      const { from, to, reportUrl } = call
      const form = new URLSearchParams({
        from,
        to,
        voice_start: JSON.stringify(actionsOf(call)),
        whenhangup: reportUrl,
        timeout: ringSeconds,
      })
      return postOnce({ url: `${base}/calls`, authorization, form }, begin, { read, reasonOf })
    },
    async find(channel, { to, text, since }) {
      const list = await getJson(`${base}/${channel === 'sms' ? 'sms' : 'calls'}?limit=100`, authorization)
      const found = (Array.isArray(list.data) ? (list.data as Sent[]) : []).find(
        (one) => one.to === to && timeOf(one.created) >= since.getTime() - 60_000 && (channel === 'voice' || one.message === text),
      )
      return found ? acceptedOf(found) : null
    },
    readStatus,
    isGenuine: () => true,
    async readReport(channel, form) {
      const id = form.get('id')
      if (!id) return null
      // Which fields a call that ended is posted with is not documented.
      if (channel === 'voice') return readStatus('voice', id)
      const status = form.get('status')
      return status ? reportOf('sms', { status } as Sent) : null
    },
    readKey: (form) => form.get('result'),
    readReply(form) {
      const [from, text] = [form.get('from'), form.get('message')]
      return from !== null && text !== null && form.get('direction') === 'incoming' ? { from, text } : null
    },
    sayInCall: (text) => ({ type: json, body: JSON.stringify({ play: spoken(text) }) }),
    answerReply: (text) => ({ type: 'text/plain; charset=utf-8', body: text ?? '' }),
  }
}
