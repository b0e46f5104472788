import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OnCallNow } from '@vakt/contract/team.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { Fact } from '#web/ui/display/facts.tsx'
import styles from './on-call-now.module.css'
import { onCallNowTexts } from './on-call-now.texts.ts'
import { onCallNowQuery } from './on-call-now-query.ts'

/** The time of day where it is within a day, else with its day. */
function useEnd(): (iso: string) => string {
  const format = useFormat()
  return (iso) => (Date.parse(iso) - serverNow() < 20 * 3_600_000 ? clockOf(format.exact(iso)) : format.exact(iso))
}

function Person({ one: { now, next, restsUntil } }: { one: OnCallNow }) {
  const words = useTexts(onCallNowTexts)
  const end = useEnd()
  const then = next ? <span className={styles.dim}>, {words.thenNext(next.name)}</span> : null
  if (!now && restsUntil)
    return (
      <span>
        {words.rests(end(restsUntil))}
        {then}
      </span>
    )
  if (!now) return <span className={styles.none}>{words.noOne}</span>
  return (
    <span>
      <strong>
        <bdi>{now.name}</bdi>
      </strong>
      , {now.until === null ? words.openEnded : words.until(end(now.until))}
      {then}
    </span>
  )
}

/** For administrators it leads to the schedules. */
function Schedule({ name }: { name: string | null }) {
  const words = useTexts(onCallNowTexts)
  const mayOpen = isAdministrator(useSession())
  if (name === null) return null
  return mayOpen ? <Link to="/admin/on-call">{words.onCallOf(name)}</Link> : <span>{words.onCallOf(name)}</span>
}

/** One line of the dashboard. Staff see each schedule, and where no one is on call; customers whom the provider shows to them. */
export function OnCallLine({ customerId }: { customerId: string }) {
  const words = useTexts(onCallNowTexts)
  const { data } = useQuery(onCallNowQuery(customerId))
  if (!data || data.length === 0) return null
  const isOfStaff = data.some(({ schedule }) => schedule !== null)
  return (
    <p className={styles.line}>
      {isOfStaff ? null : words.onCallNow}
      {data.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two schedules, or two people, may have one name
        <span key={index}>
          <Schedule name={one.schedule} /> <Person one={one} />
        </span>
      ))}
    </p>
  )
}

/** Among the facts of an incident: those whom incidents of the customer page, or all where none is named. */
export function OnCallFact({ customerId }: { customerId: string }) {
  const words = useTexts(onCallNowTexts)
  const { data } = useQuery(onCallNowQuery(customerId))
  const paged = data?.filter(({ isPaged }) => isPaged) ?? []
  const shown = paged.length > 0 ? paged : (data ?? [])
  if (shown.length === 0) return null
  return (
    <Fact label={words.onCall}>
      <span className={styles.rows}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two schedules, or two people, may have one name
          <span key={index} title={one.schedule ?? undefined}>
            <Person one={one} />
            {shown.length > 1 && one.schedule ? <span className={styles.dim}> ({one.schedule})</span> : null}
          </span>
        ))}
      </span>
    </Fact>
  )
}
