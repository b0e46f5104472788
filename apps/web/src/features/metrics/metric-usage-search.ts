import { listSearch, text } from '#web/platform/list-search.ts'

export const metricUsageSearch = listSearch({
  list: 'metric-usage',
  panel: {
    /** The customer whose limit is changed. */
    open: text(),
  },
})
