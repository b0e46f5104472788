import { severities } from '@vakt/contract/severity.ts'
import { day, flag, listSearch, oneOf, periodOf, type RowsOf, someOf, text } from '#web/platform/list-search.ts'

/** What the overview shows; without a state what fires now. Sorted by start unless asked for otherwise. */
export const alertSearch = listSearch({
  list: 'alerts',
  filters: {
    severity: someOf(severities),
    q: text(),
    /** Only those that a service window holds. */
    held: flag,
    /** Days such as `2026-11-21`, both included, on which it started. */
    from: day,
    to: day,
  },
  scope: { state: oneOf(['resolved', 'all']), sort: oneOf(['severity']), group: oneOf(['rule', 'resource']) },
  panel: {
    /** The alert whose details are open. */
    alert: text(),
  },
})
export type AlertRows = RowsOf<typeof alertSearch>

/** As the call takes it; days begin and end where the browser is. */
export function alertQueryOf({ state, severity, q, held, sort, ...period }: AlertRows) {
  const { from, to } = periodOf(period)
  return {
    sort: sort ?? ('started' as const),
    ...(state === 'all' ? {} : { state: state ?? ('firing' as const) }),
    ...(severity ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(held ? { held } : {}),
    ...(from ? { startedFrom: from } : {}),
    ...(to ? { startedTo: to } : {}),
  }
}
