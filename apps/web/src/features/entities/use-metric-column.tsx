import { useQuery } from '@tanstack/react-query'
import { metricAccess } from '@vakt/contract/features.ts'
import { useMemo } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MetricCell } from '#web/shared/metrics/metric-cell.tsx'
import { metricTrendTexts } from '#web/shared/metrics/metric-trend.texts.ts'
import { metricNamesQuery } from '#web/shared/metrics/metric-trend-queries.ts'
import type { MenuItem } from '#web/ui/controls/menu-button.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import type { ListItem } from './entity-columns.tsx'

/** Those of most resources: a menu of all of them would not be read. */
const maxChoices = 12

/** The call behind it is about all resources. */
export function useMaySeeMetricColumn(): boolean {
  const { can, isLimited } = useShownCustomer()
  return can(metricAccess) && !isLimited
}

/** One metric as a column of the list, chosen in the menu of columns, for users who may see metrics. */
export function useMetricColumn(
  metric: string | undefined,
  onChoose: (metric: string | undefined) => void,
): { column: Column<ListItem> | null; choices: MenuItem[] } {
  const words = useTexts(metricTrendTexts)
  const { customerId } = useShownCustomer()
  const maySee = useMaySeeMetricColumn()
  const names = useQuery({ ...metricNamesQuery(customerId), enabled: maySee }).data ?? []
  const column = useMemo(
    (): Column<ListItem> | null =>
      metric && maySee
        ? {
            key: 'metric',
            label: metric,
            width: '15rem',
            phone: 'first',
            sort: 'metric',
            cell: (item) =>
              item.kind === 'entity' ? <MetricCell customerId={customerId} entityId={item.entity.entityId} metric={metric} /> : null,
          }
        : null,
    [metric, maySee, customerId],
  )
  const offered = names.slice(0, maxChoices).map((one) => one.metric)
  const choices = metric && maySee && !offered.includes(metric) ? [metric, ...offered] : offered
  return {
    column,
    choices: choices.map((one) => ({
      key: `metric ${one}`,
      label: words.column(one),
      isChecked: one === metric,
      onChoose: () => onChoose(one === metric ? undefined : one),
    })),
  }
}
