import { severities } from '@vakt/contract/severity.ts'
import {
  day,
  flag,
  inAll,
  listSearch,
  ofSome,
  oneOf,
  periodOf,
  type RowsOf,
  someOf,
  text,
  unsavedScope,
} from '#web/platform/list-search.ts'

/** What the overview shows; without a state what fires now. */
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
    ...ofSome,
  },
  scope: { state: oneOf(['resolved', 'all']), sort: oneOf(['severity', 'started']), group: oneOf(['rule', 'resource']), ...inAll },
  panel: {
    /** The alert whose details are open; over all customers with its customer before it: `1001:7`. */
    alert: text(),
  },
  unsaved: unsavedScope,
})
export type AlertRows = RowsOf<typeof alertSearch>

/** What fires is sorted by severity, the past by its start, unless asked for otherwise. */
export const sortOf = ({ sort, state }: AlertRows) => sort ?? (state ? 'started' : 'severity')

/** As the call takes it; days begin and end where the browser is. */
export function alertQueryOf(rows: AlertRows) {
  const { state, severity, q, held, all: _, of: __, ...period } = rows
  const { from, to } = periodOf(period)
  return {
    sort: sortOf(rows),
    ...(state === 'all' ? {} : { state: state ?? ('firing' as const) }),
    ...(severity ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(held ? { held } : {}),
    ...(from ? { startedFrom: from } : {}),
    ...(to ? { startedTo: to } : {}),
  }
}
