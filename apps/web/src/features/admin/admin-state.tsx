import { useQueries, useQuery } from '@tanstack/react-query'
import { listSetAsideSignals, listUnmatchedSignals } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { ChannelName } from '@vakt/contract/deliveries/delivery-states.ts'
import { listFailedJobs } from '@vakt/contract/failed-jobs.ts'
import { listIntegrationsOfAllCustomers } from '@vakt/contract/integrations/integrations.ts'
import { listMonitoringSources } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { listOnCallSchedules } from '@vakt/contract/on-call/on-call.ts'
import { getStorage } from '@vakt/contract/retention/storage.ts'
import { CircleCheck } from 'lucide-react'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './admin-page.module.css'
import { adminStateTexts } from './admin-state.texts.ts'
import { type AdminFacts, type AdminMatter, type Count, mattersOf } from './admin-state.ts'

type Signal = { signal: AbortSignal }

const refreshMs = 60_000
const every = { refetchInterval: refreshMs }
const slowly = { refetchInterval: 10 * refreshMs }
const first = { limit: 100 }
const namesShown = 3

const queries = [
  { ...every, queryKey: ['on-call', 'state'], queryFn: ({ signal }: Signal) => call(listOnCallSchedules, { signal }) },
  {
    ...every,
    queryKey: ['monitoring-sources', 'state'],
    queryFn: ({ signal }: Signal) => call(listMonitoringSources, { query: { limit: 500 }, signal }),
  },
  { ...every, queryKey: ['failed-jobs', 'state'], queryFn: ({ signal }: Signal) => call(listFailedJobs, { query: first, signal }) },
  {
    ...every,
    queryKey: ['unmatched-signals', 'set-aside', 'state'],
    queryFn: ({ signal }: Signal) => call(listSetAsideSignals, { query: first, signal }),
  },
  {
    ...every,
    queryKey: ['unmatched-signals', 'list', 'state'],
    queryFn: ({ signal }: Signal) => call(listUnmatchedSignals, { query: first, signal }),
  },
  {
    ...every,
    queryKey: ['integrations', 'channels', 'state'],
    queryFn: ({ signal }: Signal) =>
      call(listIntegrationsOfAllCustomers, { query: { kind: ['channel'], state: ['failing'], limit: 10 }, signal }),
  },
  { ...slowly, queryKey: ['storage'], queryFn: ({ signal }: Signal) => call(getStorage, { signal }) },
] as const

type Page = { result: unknown[]; continuation_token: string | null }
const countOf = (page: Page | undefined): Count => ({ count: page?.result.length ?? 0, isMore: !!page?.continuation_token })

/** What needs an administrator, each as a sentence that leads to where it is fixed. */
export function AdminState() {
  const words = useTexts(adminStateTexts)
  const provider = useSession().customer.customer_id
  const customers = useQuery(customerStatesQuery)
  const [schedules, sources, failedJobs, setAside, unmatched, channels, storage] = useQueries({ queries })
  const all = [customers, schedules, sources, failedJobs, setAside, unmatched, channels, storage]
  if (all.some(({ isPending }) => isPending)) return <ListSkeleton rows={2} />
  const facts: AdminFacts = {
    schedules: schedules.data ?? [],
    sources: sources.data?.result ?? [],
    hasMoreSources: !sources.data || sources.data.continuation_token !== null,
    // The provider itself needs no source: one of its own would serve every customer.
    customers: customers.data?.customers.filter(({ customerId }) => customerId !== provider) ?? [],
    failingChannels: (channels.data?.result ?? []).map(({ name, detail }) => ({ channel: name as ChannelName, said: detail })),
    failedJobs: countOf(failedJobs.data),
    setAside: countOf(setAside.data),
    unmatched: countOf(unmatched.data),
    diskFullAt: storage.data?.disk?.fullAt ?? null,
  }
  const matters = mattersOf(facts, serverNow())
  const missing = all.filter(({ data }) => !data)
  return (
    <section className={styles.state} aria-label={words.title}>
      {matters.length > 0 ? (
        <>
          <h2>{words.title}</h2>
          <ul>
            {matters.map((matter) => (
              <Matter key={matter.kind} matter={matter} />
            ))}
          </ul>
        </>
      ) : missing.length > 0 ? null : facts.sources.length === 0 ? (
        <p>{words.nothingConnected}</p>
      ) : (
        <p className={styles.well}>
          <CircleCheck size={20} aria-hidden="true" /> {facts.schedules.length > 0 ? words.well : words.wellWithoutOnCall}
        </p>
      )}
      {missing.length > 0 ? (
        <p>
          {words.failed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => missing.forEach((query) => void query.refetch())}>
            {words.retry}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

const places: Record<AdminMatter['kind'], string> = {
  nobodyOnCall: '/admin/on-call',
  gapAhead: '/admin/on-call',
  failingChannels: '/admin/channels',
  silentSources: '/admin/sources',
  expiredSources: '/admin/sources',
  expiringSources: '/admin/sources',
  customersWithoutSources: '/admin/sources',
  failedJobs: '/admin/failed-jobs',
  diskFills: '/admin/storage',
  setAside: '/admin/unmatched-signals?tab=set-aside',
  unmatched: '/admin/unmatched-signals',
}

function Matter({ matter }: { matter: AdminMatter }) {
  const words = useTexts(adminStateTexts)
  const { locale, timeZone, exact } = useFormat()
  const listed = (names: string[]) => {
    const shown = names.slice(0, names.length > namesShown + 1 ? namesShown : names.length)
    const others = names.length - shown.length
    return new Intl.ListFormat(locale).format(others > 0 ? [...shown, words.more(others)] : shown)
  }
  const sentence =
    'names' in matter
      ? words[matter.kind](listed(matter.names))
      : matter.kind === 'failingChannels'
        ? words.failingChannels(
            listed(matter.channels.map(({ channel, said }) => (said ? `${words.channels[channel]} (${said})` : words.channels[channel]))),
          )
        : 'of' in matter
          ? words[matter.kind](matter.of.count, `${matter.of.count}${matter.of.isMore ? '+' : ''}`)
          : matter.kind === 'diskFills'
            ? words.diskFills(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(matter.at)))
            : words.gapAhead(matter.name, exact(matter.from))
  return (
    <li>
      <PlainLink href={places[matter.kind]}>{sentence}</PlainLink>
    </li>
  )
}
