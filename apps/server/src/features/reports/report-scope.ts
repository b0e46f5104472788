import { Invalid } from '#server/platform/errors.ts'

/** What of a customer a report is about: everything, or the resources whose tags have these values, an empty one for those without the tag. */
export type ReportScope = { tagKeys: readonly string[]; group: readonly string[] }

/** Throws Invalid for more values than the customer has tags to group by. */
export function scopeOf(tagKeys: readonly string[], group: readonly string[]): ReportScope {
  if (group.length > tagKeys.length)
    throw Invalid.field('group', 'The customer does not group its resources by so many tags.', 'report.group_unknown')
  return { tagKeys: tagKeys.slice(0, group.length), group }
}

/** How the report is named in the audit log, and what its token is bound to. */
export const nameOfReport = (period: string, group: readonly string[]): string =>
  group.length > 0 ? `${period} ${group.map((value) => value || '-').join(' / ')}` : period
