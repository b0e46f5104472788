import { severities } from '@vakt/contract/severity.ts'
import { day, flag, inAll, listSearch, ofPlace, ofSome, oneOf, type RowsOf, someOf, text, unsavedScope } from '#web/platform/list-search.ts'

/** What the overview shows; without a state what fires now and is raised. */
export const alertSearch = listSearch({
  list: 'alerts',
  filters: {
    severity: someOf(severities),
    q: text(),
    /** As addresses and saved views had it before there was the state `held`. */
    held: flag,
    /** Days such as `2026-11-21`, both included, on which it started. */
    from: day,
    to: day,
    ...ofPlace,
    ...ofSome,
  },
  scope: { state: oneOf(['held', 'resolved', 'all']), sort: oneOf(['severity', 'started']), group: oneOf(['rule', 'resource']), ...inAll },
  panel: {
    /** The alert whose details are open; over all customers with its customer before it: `1001:7`. */
    alert: text(),
  },
  unsaved: unsavedScope,
})
export type AlertRows = RowsOf<typeof alertSearch>
