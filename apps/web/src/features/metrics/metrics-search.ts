import { listSearch, oneOf, text, textLike } from '#web/platform/list-search.ts'
import { metricSpans } from './metric-span.ts'

const moment = (value: unknown): string | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

export const metricsSearch = listSearch({
  filters: { q: text() },
  scope: {
    /** The series that is drawn; else the first. */
    series: textLike(/^\d{1,10}$/),
    span: oneOf(metricSpans),
    /** The part of the span that is shown; else all of it. */
    from: moment,
    to: moment,
  },
})
