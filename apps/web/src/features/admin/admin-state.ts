import type { ChannelName } from '@vakt/contract/deliveries/delivery-states.ts'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'

/** How many there are; `isMore` where only the first ones were counted. */
export type Count = { count: number; isMore: boolean }

export type AdminFacts = {
  schedules: Pick<OnCallSchedule, 'name' | 'now' | 'gaps'>[]
  sources: Pick<MonitoringSource, 'name' | 'state' | 'customer'>[]
  /** Only some of the sources are known: who has none cannot be told. */
  hasMoreSources: boolean
  customers: { customerId: string; name: string }[]
  /** What carries messages and does not, with the words of the mail server or provider. */
  failingChannels: { channel: ChannelName; said: string | null }[]
  failedJobs: Count
  setAside: Count
  unmatched: Count
  /** When the disk of the database is full; null where that is not known or far off. */
  diskFullAt: string | null
}

export type AdminMatter =
  | { kind: 'nobodyOnCall'; names: string[] }
  | { kind: 'silentSources' | 'expiredSources' | 'expiringSources' | 'customersWithoutSources'; names: string[] }
  | { kind: 'failingChannels'; channels: AdminFacts['failingChannels'] }
  | { kind: 'failedJobs' | 'setAside' | 'unmatched'; of: Count }
  | { kind: 'gapAhead'; name: string; from: string }
  | { kind: 'diskFills'; at: string }

/** A disk that is full within thirty days needs someone now. */
const nearMs = 30 * 86_400_000

/** What needs an administrator, the worst first; nothing where all is well. */
export function mattersOf(facts: AdminFacts, now: number): AdminMatter[] {
  const { schedules, sources } = facts
  const named = (state: MonitoringSource['state']) =>
    sources.filter((source) => source.state === state).map(({ name, customer }) => `${name} (${customer.name})`)
  const [gap] = schedules
    .filter(({ now }) => now.person !== null || now.isOutsideHours)
    .flatMap(({ name, gaps }) => gaps.map(({ from }) => ({ kind: 'gapAhead' as const, name, from })))
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
  const matters: AdminMatter[] = [
    { kind: 'nobodyOnCall', names: schedules.filter(({ now }) => now.person === null && !now.isOutsideHours).map(({ name }) => name) },
    { kind: 'failingChannels', channels: facts.failingChannels },
    { kind: 'silentSources', names: named('silent') },
    { kind: 'expiredSources', names: named('expired') },
    ...(facts.diskFullAt && Date.parse(facts.diskFullAt) - now < nearMs ? [{ kind: 'diskFills' as const, at: facts.diskFullAt }] : []),
    { kind: 'failedJobs', of: facts.failedJobs },
    { kind: 'setAside', of: facts.setAside },
    ...(gap ? [gap] : []),
    { kind: 'unmatched', of: facts.unmatched },
    { kind: 'expiringSources', names: named('expiring') },
    { kind: 'customersWithoutSources', names: withoutSources(facts) },
  ]
  return matters.filter((matter) => {
    if ('names' in matter) return matter.names.length > 0
    if ('channels' in matter) return matter.channels.length > 0
    return 'of' in matter ? matter.of.count > 0 : true
  })
}

/** A source of the provider serves every customer: then no one is without. */
function withoutSources({ sources, hasMoreSources, customers }: AdminFacts): string[] {
  if (hasMoreSources || sources.some(({ customer }) => customer.isProvider)) return []
  const served = new Set(sources.map(({ customer }) => customer.customerId))
  return customers.filter(({ customerId }) => !served.has(customerId)).map(({ name }) => name)
}
