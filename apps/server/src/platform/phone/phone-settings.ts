import { createElks, type ElksSettings } from './elks-client.ts'
import type { PhoneChannel, PhoneProvider } from './phone-provider.ts'
import { createTwilio, type TwilioSettings } from './twilio-client.ts'

/** How messages leave on one channel: by which provider, and from which number or name. */
export type PhoneLine = { provider: PhoneProvider; from: string }

/** Null where no provider is configured: what is written is kept for the outbox. */
export type PhoneSettings = Record<PhoneChannel, PhoneLine | null> & {
  /** ISO 3166 codes of the countries that may be called and written to. */
  countries: readonly string[]
}

type LineConfig = { provider: PhoneProvider['name']; from: string }

/** What the environment says; the clients are made from it. */
export type PhoneConfig = Record<PhoneChannel, LineConfig | null> & {
  countries: readonly string[]
  elks: ElksSettings
  twilio: TwilioSettings
}

export function createPhone({ elks, twilio, countries, ...lines }: PhoneConfig): PhoneSettings {
  const made = new Map<PhoneProvider['name'], PhoneProvider>()
  const providerOf = (name: PhoneProvider['name']): PhoneProvider => {
    const provider = made.get(name) ?? (name === '46elks' ? createElks(elks) : createTwilio(twilio))
    made.set(name, provider)
    return provider
  }
  const lineOf = (line: LineConfig | null) => line && { provider: providerOf(line.provider), from: line.from }
  return { sms: lineOf(lines.sms), voice: lineOf(lines.voice), countries }
}
