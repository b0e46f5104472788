import { texts } from '#web/platform/texts.ts'

/** A number, `100+` where there are more. */
type Shown = string

export const adminStateTexts = texts(
  {
    title: 'Needs attention',
    well: 'Nothing needs attention: all sources are sending, no jobs have failed, all signals match a resource, and someone is on call.',
    wellWithoutOnCall: 'Nothing needs attention: all sources are sending, no jobs have failed, and all signals match a resource.',
    nothingConnected: 'Nothing is connected yet.',
    failed: 'Some checks could not be made.',
    retry: 'Try again',
    more: (count: number) => `${count} more`,
    nobodyOnCall: (names: string) => `No one is on call in ${names}.`,
    gapAhead: (name: string, from: string) => `No one is on call in ${name} from ${from}.`,
    diskFills: (date: string) => `The disk of the database is full around ${date}.`,
    failingChannels: (channels: string) => `Messages are not going out: ${channels}.`,
    channels: { mail: 'email', sms: 'SMS', voice: 'calls' },
    silentSources: (names: string) => `No longer sending: ${names}.`,
    expiredSources: (names: string) => `Refused because the token has expired: ${names}.`,
    expiringSources: (names: string) => `The token expires within a week: ${names}.`,
    customersWithoutSources: (names: string) => `No monitoring source yet: ${names}.`,
    failedJobs: (count: number, shown: Shown) =>
      count === 1 ? '1 background job failed at every attempt.' : `${shown} background jobs failed at every attempt.`,
    setAside: (count: number, shown: Shown) => (count === 1 ? '1 signal could not be read.' : `${shown} signals could not be read.`),
    unmatched: (count: number, shown: Shown) =>
      count === 1 ? '1 name in signals matches no resource.' : `${shown} names in signals match no resource.`,
  },
  {
    title: 'Behöver åtgärdas',
    well: 'Inget behöver åtgärdas: alla källor skickar, inga jobb har misslyckats, alla signaler har en resurs och någon har jour.',
    wellWithoutOnCall: 'Inget behöver åtgärdas: alla källor skickar, inga jobb har misslyckats och alla signaler har en resurs.',
    nothingConnected: 'Inget är anslutet än.',
    failed: 'En del gick inte att kontrollera.',
    retry: 'Försök igen',
    more: (count) => `${count} till`,
    nobodyOnCall: (names) => `Ingen har jour just nu i ${names}.`,
    gapAhead: (name, from) => `Ingen har jour i ${name} från ${from}.`,
    diskFills: (date) => `Databasens disk blir full omkring ${date}.`,
    failingChannels: (channels) => `Meddelanden går inte iväg: ${channels}.`,
    channels: { mail: 'e-post', sms: 'sms', voice: 'samtal' },
    silentSources: (names) => `Skickar inte längre: ${names}.`,
    expiredSources: (names) => `Avvisas för att nyckeln har gått ut: ${names}.`,
    expiringSources: (names) => `Nyckeln går ut inom en vecka: ${names}.`,
    customersWithoutSources: (names) => `Ingen övervakningskälla än: ${names}.`,
    failedJobs: (count, shown) =>
      count === 1 ? '1 bakgrundsjobb har misslyckats vid varje försök.' : `${shown} bakgrundsjobb har misslyckats vid varje försök.`,
    setAside: (count, shown) => (count === 1 ? '1 signal gick inte att läsa.' : `${shown} signaler gick inte att läsa.`),
    unmatched: (count, shown) =>
      count === 1 ? '1 namn i signaler hör inte till någon resurs.' : `${shown} namn i signaler hör inte till någon resurs.`,
  },
)
