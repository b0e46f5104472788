import type { Alert } from '@vakt/contract/alerts/alerts.ts'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import links from '#web/shared/links/links.module.css'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { endFailedTexts } from './end-failed.texts.ts'
import { WindowLink } from './window-link.tsx'
import { writeEnd } from './window-times.ts'
import styles from './windows-now.module.css'

/** What to do about it: administrators try the job again, others are told that it is known. */
function Advice() {
  const words = useTexts(endFailedTexts)
  if (!isAdministrator(useSession())) return <>{words.isReported}</>
  return (
    <>
      {words.seeReason}{' '}
      <PlainLink className={links.link} href="/admin/failed-jobs">
        {words.failedJobs}
      </PlainLink>
    </>
  )
}

type UnsettledWindowProps = { unsettled: NonNullable<ServiceWindow['unsettled']> }

/** A window that ended, and could not raise what it held: since when, and what to do. */
export function UnsettledWindow({ unsettled: { since, hasFailed, heldAlerts } }: UnsettledWindowProps) {
  const words = useTexts(endFailedTexts)
  const format = useFormat()
  return (
    <span role="status">
      {(hasFailed ? words.failed : words.late)(writeEnd(since, format))} {words.held(heldAlerts)} {hasFailed ? <Advice /> : words.isTried}
    </span>
  )
}

/** An alert that such a window holds. */
export function HeldByFailed({ customerId, heldBy }: { customerId: string; heldBy: NonNullable<Alert['heldBy']> }) {
  const words = useTexts(endFailedTexts)
  const format = useFormat()
  return (
    <span>
      <span className={styles.overdue}>{words.ofAlert(writeEnd(heldBy.until, format))}</span>{' '}
      <WindowLink customerId={customerId} window={heldBy} />. <Advice />
    </span>
  )
}
