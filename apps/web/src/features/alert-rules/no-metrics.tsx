import { Activity } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import styles from './alert-rules.module.css'
import { noMetricsTexts } from './no-metrics.texts.ts'
import type { Named } from './rule-values.ts'

type NoMetricsProps = { customerId: string; entity: Named | null }

/** Says in the form how metrics come in, with the way there for users who may connect them. */
export function NoMetrics({ customerId, entity }: NoMetricsProps) {
  const words = useTexts(noMetricsTexts)
  const staff = isStaff(useSession())
  const { can } = useShownCustomer()
  const mayConnect = staff && can('global-admin')
  return (
    <div className={styles.noMetrics}>
      <EmptyState
        title={entity ? words.noMetricsOn(entity.name) : words.noMetrics}
        text={mayConnect ? words.noMetricsStaff : words.noMetricsText}
        icon={<Activity size={28} strokeWidth={1.5} />}
      >
        {mayConnect ? (
          <ButtonLink variant="default" to="/admin/sources">
            {words.toSources}
          </ButtonLink>
        ) : entity ? (
          <ButtonLink variant="default" to="/alert-rules/$customerId/create" params={{ customerId }}>
            {words.forOthers}
          </ButtonLink>
        ) : can(['@feature.tickets.write']) ? (
          <ButtonLink variant="default" to="/tickets/create">
            {words.askProvider}
          </ButtonLink>
        ) : null}
      </EmptyState>
    </div>
  )
}
