import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import styles from '#web/shared/links/links.module.css'
import { windowPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'

type WindowLinkProps = { customerId: string; window: { serviceWindowId: string; occurrenceId?: string | null; reason: string } }

/** A service window wherever it is named, by its reason. Who may not see windows reads the reason. */
export function WindowLink({ customerId, window: { serviceWindowId, occurrenceId, reason } }: WindowLinkProps) {
  const { can } = useShownCustomer()
  if (!can(serviceWindowAccess)) return <bdi>{reason}</bdi>
  const path = windowPath(customerId, serviceWindowId)
  return (
    <PlainLink className={styles.link} href={occurrenceId ? `${path}?occurrence=${encodeURIComponent(occurrenceId)}` : path}>
      <bdi>{reason}</bdi>
    </PlainLink>
  )
}
