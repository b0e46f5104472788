import { useInfiniteQuery } from '@tanstack/react-query'
import type { CoveredEntity } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useNumbersOfRule } from '#web/shared/metrics/numbers-of-rule.ts'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { coveredQuery } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'

/** What a rule covers now, with the live state of each resource: `2 of 3`, the last value, no data. */
export function CoveredEntities({ customerId, rule }: { customerId: string; rule: AlertRule }) {
  const words = useTexts(alertRuleTexts)
  const list = useInfiniteQuery(coveredQuery({ customerId, alertRuleId: rule.alertRuleId }))
  const rows = useRows(list.data)
  const numbers = useNumbersOfRule()(rule)
  return (
    <PanelHistory
      title={words.coveredNow}
      words={{ failed: words.coveredFailed, nothing: words.coversNothing, more: words.more }}
      list={list}
      rows={rows}
      keyOf={({ entityId }) => entityId}
    >
      {(entity) => (
        <div className={styles.pair}>
          <EntityLink customerId={customerId} entity={entity} />
          <span>
            {entity.series.map((series) => (
              <SeriesState
                key={JSON.stringify(series.labels)}
                series={series}
                write={(value) => numbers.write(value, rule.metricName)}
                needed={rule.alertsBeforeAction}
                isOneOfMany={entity.series.length > 1}
              />
            ))}
          </span>
        </div>
      )}
    </PanelHistory>
  )
}

type SeriesStateProps = {
  series: CoveredEntity['series'][number]
  /** A value of the metric with its unit. */
  write: (value: number) => string
  needed: number
  /** Then its labels tell it from the others, such as `disk C:`. */
  isOneOfMany: boolean
}

function SeriesState({ series, write, needed, isOneOfMany }: SeriesStateProps) {
  const words = useTexts(alertRuleTexts)
  const format = useFormat()
  const { labels, state, violations, value, at, inhibitedBy } = series
  const label = isOneOfMany
    ? Object.entries(labels)
        .map(([name, text]) => `${name} ${text}`)
        .join(', ')
    : ''
  const said = state === 'counting' ? words.counting(violations, needed) : words.states[state]
  const by = inhibitedBy ? `: ${inhibitedBy.name}` : ''
  return (
    <span className={styles.series} title={at ? format.exact(at) : undefined}>
      {label === '' ? null : <bdi className={styles.dim}>{label}: </bdi>}
      <span data-state={state}>
        {said}
        {by}
      </span>
      {value === null ? null : <span className={styles.dim}> · {write(value)}</span>}
    </span>
  )
}
