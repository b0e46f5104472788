import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DashboardChange, DashboardChanges } from '@vakt/contract/reports/dashboard-changes.ts'
import { useActorName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { incidentPath, ticketPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ClockTime, clockOf } from '#web/ui/display/clock-time.tsx'
import styles from './changes-since-visit.module.css'
import { changesTexts } from './changes-since-visit.texts.ts'
import { dashboardChangesQuery, useNoteVisit } from './dashboard-changes-queries.ts'
import type { IncidentSearch } from './incident-search.ts'

type Props = { customerId: string; isOfAll?: boolean }

/** What happened since the user was here last, in sentences; one line where nothing did, and nothing on the first visit. */
export function ChangesSinceVisit({ customerId, isOfAll = false }: Props) {
  const words = useTexts(changesTexts)
  const formatDay = useDayAndTime()
  const { data, refetch } = useQuery(dashboardChangesQuery(customerId, isOfAll))
  useNoteVisit(customerId, (since) => {
    if (data && since !== data.since) void refetch()
  })
  if (!data?.since) return null
  const { since, changes } = data
  if (changes.length === 0) return <p className={styles.nothing}>{words.nothing(formatDay(since))}</p>
  return (
    <section className={styles.section} aria-labelledby="changes-since-visit">
      <div className={styles.head}>
        <h2 id="changes-since-visit">{words.since(formatDay(since))}</h2>
        <Sums customerId={customerId} isOfAll={isOfAll} data={data} since={since} />
      </div>
      <ul className={styles.list}>
        {changes.map((change) => (
          <Change key={change.kind + change.id} change={change} showsCustomer={isOfAll} />
        ))}
      </ul>
    </section>
  )
}

type SumsProps = { customerId: string; isOfAll: boolean; data: Omit<DashboardChanges, 'since' | 'changes'>; since: string }

/** Each number leads to the list that it counts in; the day is the finest that the lists filter by. */
function Sums({ customerId, isOfAll, data, since }: SumsProps) {
  const words = useTexts(changesTexts)
  const { incidentsOpened, incidentsResolved, ticketsAnswered, ticketsResolved } = data
  const params = { customerId }
  const all = isOfAll ? { all: true as const } : {}
  const incidents = (text: string, search: IncidentSearch) =>
    isOfAll ? (
      text
    ) : (
      <Link to="/incidents/$customerId" params={params} search={search}>
        {text}
      </Link>
    )
  return (
    <span className={styles.sums}>
      {incidentsOpened > 0 ? (
        <span>
          {incidents(words.incidentsOpened(incidentsOpened), { from: localDay(since), state: ['open', 'acknowledged', 'resolved'] })}
        </span>
      ) : null}
      {incidentsResolved > 0 ? <span>{incidents(words.incidentsResolved(incidentsResolved), { state: ['resolved'] })}</span> : null}
      {ticketsAnswered > 0 ? (
        <span>
          <Link to="/tickets/$customerId" params={params} search={{ ...all, onlyOpen: false, sort: 'modified' }}>
            {words.ticketsAnswered(ticketsAnswered)}
          </Link>
        </span>
      ) : null}
      {ticketsResolved > 0 ? (
        <span>
          <Link to="/tickets/$customerId" params={params} search={{ ...all, status: ['resolved'] }}>
            {words.ticketsResolved(ticketsResolved)}
          </Link>
        </span>
      ) : null}
    </span>
  )
}

function Change({ change, showsCustomer }: { change: DashboardChange; showsCustomer: boolean }) {
  const words = useTexts(changesTexts)
  const { customerId, name } = change.customer
  const path = change.kind.startsWith('ticket') ? ticketPath(customerId, change.id) : incidentPath(customerId, change.id)
  const actorName = useActorName()
  const by = [showsCustomer ? name : null, change.author === null ? null : actorName(change.author)]
    .filter((one) => one !== null)
    .join(' · ')
  return (
    <li className={styles.change}>
      <span className={styles.kind}>{words.kinds[change.kind]}</span>
      <span className={styles.what}>
        <PlainLink href={path}>{change.title}</PlainLink> <span className={styles.by}>{by}</span>
      </span>
      <span className={styles.time}>
        <ClockTime iso={change.at} />
      </span>
    </li>
  )
}

/** The day where the browser is, such as `2026-11-21`. */
function localDay(iso: string): string {
  const date = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `14:02` of today, `yesterday 17:02`, or the date with the time. */
function useDayAndTime(): (iso: string) => string {
  const words = useTexts(changesTexts)
  const format = useFormat()
  return (iso) => {
    const exact = format.exact(iso)
    const clock = clockOf(exact)
    const day = localDay(iso)
    const daysAgo = (days: number) => {
      const date = new Date(serverNow())
      date.setDate(date.getDate() - days)
      return localDay(date.toISOString())
    }
    return day === daysAgo(0) ? clock : day === daysAgo(1) ? words.yesterday(clock) : exact
  }
}
