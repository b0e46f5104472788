import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overviewAccess, serviceWindowAccess } from '@vakt/contract/features.ts'
import { ChevronDown } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { WindowLink } from './window-link.tsx'
import { writeEnd, writeTimes } from './window-times.ts'
import { windowsFoldedTexts } from './windows-folded.texts.ts'
import styles from './windows-now.module.css'
import { windowsNowTexts } from './windows-now.texts.ts'
import { windowsNowQuery } from './windows-now-query.ts'

type WindowsNowProps = {
  customerId: string
  /** Of one resource. */
  entityId?: string
  /** `list` says so too where there is no window; `ongoing` says nothing of the next one. */
  shows?: 'all' | 'list' | 'ongoing'
}

const namedAtMost = 2

/**
 * Which service windows hold now and until when, and the next one. Nothing while there is none, and where it could not be read. On a phone several
 * of them are folded into the most important one.
 */
export function WindowsNow({ customerId, entityId, shows = 'all' }: WindowsNowProps) {
  const words = { ...useTexts(windowsNowTexts), ...useTexts(windowsFoldedTexts) }
  const format = useFormat()
  const { can, isOwn } = useShownCustomer()
  const isPhone = useIsPhone()
  useTicks()
  const { data } = useQuery({ ...windowsNowQuery(customerId, entityId), enabled: can(serviceWindowAccess) })
  if (!data) return null
  const { ongoing, heldAlerts } = data
  const next = shows === 'ongoing' ? null : data.next
  const awaitingApproval = shows === 'ongoing' ? 0 : data.awaitingApproval
  const named = ongoing.slice(0, namedAtMost)
  if (ongoing.length === 0 && !next && awaitingApproval === 0) return shows === 'list' ? words.none : null
  const [first] = ongoing
  const count = ongoing.length + (next ? 1 : 0) + awaitingApproval
  const all = (
    <span className={styles.now}>
      {named.map((window) => (
        <span key={`${window.serviceWindowId} ${window.startsAt}`} data-ongoing>
          {words.holds} <WindowLink customerId={customerId} window={window} /> {words.until(writeEnd(window.endsAt, format))}
        </span>
      ))}
      {ongoing.length > named.length ? <span>{words.more(ongoing.length - named.length)}</span> : null}
      {heldAlerts > 0 && can(overviewAccess) ? (
        <Link to="/alert-overview" search={isOwn ? { state: 'held' } : ({ state: 'held', customer: customerId } as never)}>
          {words.held(heldAlerts)}
        </Link>
      ) : null}
      {next ? (
        <span>
          {words.next} <WindowLink customerId={customerId} window={next} /> {writeTimes(next, format)}
        </span>
      ) : null}
      {awaitingApproval > 0 ? (
        <Link to="/service-window/$customerId" params={{ customerId }} search={{ state: ['awaiting-approval'] }}>
          {words.awaiting(awaitingApproval)}
        </Link>
      ) : null}
    </span>
  )
  if (!isPhone || count < 2) return all
  return (
    <details className={styles.folded}>
      <summary>
        <span>
          {first ? (
            <strong>{ongoing.length > 1 ? words.holding(ongoing.length) : words.heldUntil(writeEnd(first.endsAt, format))}</strong>
          ) : next ? (
            `${words.next} ${writeTimes(next, format)}`
          ) : (
            words.awaiting(awaitingApproval)
          )}
          {(first || next) && awaitingApproval > 0 ? ` · ${words.awaits(awaitingApproval)}` : null}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      {all}
    </details>
  )
}
