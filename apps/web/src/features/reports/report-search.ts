import { textLike, texts } from '#web/platform/list-search.ts'

const readPeriod = textLike(/^\d{4}-(?:\d\d|Q[1-4]|\d\d-\d\d--\d{4}-\d\d-\d\d)$/)
const readGroup = texts({ maxLength: 256, withEmpty: true })

export type ReportSearch = { period?: string; group?: string[] }

/** What a report shows: its period, such as `2026-10`, without one the month before; and its tag group. Mails of before say `month`. */
export function reportSearch({ month, period = month, group }: Record<string, unknown>): ReportSearch {
  const [known, values] = [readPeriod(period), readGroup(group)]
  return { ...(known ? { period: known } : {}), ...(values ? { group: values.slice(0, 2) } : {}) }
}
