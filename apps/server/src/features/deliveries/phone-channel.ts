import { fitSms } from '@vakt/domain/messages/sms-text.ts'
import type { PhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { PhoneChannel, PhoneOutcome } from '#server/platform/phone/phone-provider.ts'
import type { PhoneLine } from '#server/platform/phone/phone-settings.ts'
import { readNumber } from '#server/platform/phone/read-number.ts'
import type { Channel, HandOver, Sender } from './channel.ts'
import type { ClaimedDelivery } from './delivery-table.ts'
import { textOfBlocks } from './mail-layout.ts'
import { shortTextOf } from './message.ts'
import { phoneTexts } from './phone.texts.ts'

/** 46elks takes 100 SMS a minute of one account. */
const maxPerMinute = 90
const minuteMs = 60_000

/** Whether a pressed key can acknowledge: it is about an incident, and whose phone it is is known. */
export const takesKey = ({ recipientId, incidentId }: Pick<ClaimedDelivery, 'recipientId' | 'incidentId'>): boolean =>
  recipientId !== null && incidentId !== null

/** Hands SMS or calls to the provider of the line. While it is out of order all of them wait. */
export function createPhoneSender(name: PhoneChannel, { provider, from }: PhoneLine, callbacks: PhoneCallbacks): Sender {
  let handedOver: number[] = []
  let pausedUntil = 0

  function handOverOf(outcome: PhoneOutcome): HandOver {
    const { kind, reason, answer } = outcome
    if (kind === 'unavailable') {
      pausedUntil = performance.now() + outcome.pauseMs
      return outcome
    }
    if (kind === 'sent') {
      const { providerId, parts, price } = outcome
      return { kind, reason, answer, taken: { provider: provider.name, accepted: { providerId, parts, price } } }
    }
    return { kind, reason, answer, ...(kind === 'unknown' && { taken: { provider: provider.name, accepted: null } }) }
  }

  return {
    name,
    limits: {
      slots: 4,
      room(slots) {
        const now = performance.now()
        handedOver = handedOver.filter((at) => at > now - minuteMs)
        return pausedUntil > now ? 0 : Math.max(0, Math.min(slots, maxPerMinute - handedOver.length))
      },
      maxPerCustomer: 2,
      maxPerKey: 2,
      leaseSeconds: 120,
    },
    async send(delivery, begin) {
      const { deliveryId, address: to, text, language } = delivery
      handedOver.push(performance.now())
      const message = { from, to, text, reportUrl: callbacks.addressOf(name, deliveryId) }
      if (name === 'sms') return handOverOf(await provider.sendSms(message, begin))
      const key = takesKey(delivery) ? { prompt: phoneTexts[language].pressOne, url: callbacks.addressOf('key', deliveryId) } : null
      return handOverOf(await provider.makeCall({ ...message, language, key }, begin))
    },
  }
}

/** One SMS and one call to a number, over all customers. */
export const phoneCap = { max: 1, minutes: 5 }

/** The countries that may be reached where nothing is configured. */
export const defaultCountries = ['SE', 'NO', 'DK', 'FI']

const phoneChannel = (name: PhoneChannel, queue: string): Channel => ({
  addressKind: 'phone',
  queue,
  cap: phoneCap,
  isSending: ({ phone }) => Boolean(phone?.[name]),
  readAddress(given, { language, phone }) {
    const read = readNumber(given, { channel: name, countries: phone?.countries ?? defaultCountries })
    if ('problem' in read) return read
    const line = phone?.[name]
    if (name === 'voice' && line && !line.provider.languages.includes(language)) return { problem: 'language_not_spoken' }
    return { address: read.number }
  },
  render({ short, blocks }, { branding }) {
    const whole = short === undefined ? textOfBlocks(blocks()) : shortTextOf(short, branding)
    const text = name === 'sms' ? fitSms(whole) : whole
    return { subject: text.replace(/\s+/g, ' ').slice(0, 200), text }
  },
  open({ phone, phoneCallbacks }) {
    const line = phone?.[name]
    return line && phoneCallbacks ? createPhoneSender(name, line, phoneCallbacks) : null
  },
})

export const smsChannel = phoneChannel('sms', 'send-sms')
export const voiceChannel = phoneChannel('voice', 'make-calls')
