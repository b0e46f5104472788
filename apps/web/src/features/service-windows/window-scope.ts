import type { WindowScope } from '@vakt/contract/service-windows/service-windows.ts'

export type ScopeWords = {
  everything: string
  resources: (n: number) => string
  group: (name: string) => string
  tag: (tag: string) => string
  onlyMetrics: (names: string) => string
  nothingYet: string
}

/** Whether the words of a scope leave open how many resources it covers. */
export const namesNoNumber = ({ everything, resourceGroups, tags }: WindowScope): boolean =>
  everything || resourceGroups.length > 0 || tags.length > 0

type Named = { entityId: string; name: string }
const namedAtMost = 3

/** A tag as people write it: `key=value`, where = and % of the key come as %3D and %25. */
export function writeTag(tag: string): string {
  const at = tag.indexOf('=')
  const key = tag.slice(0, at).replaceAll(/%3D/gi, '=').replaceAll('%25', '%')
  return `${key}=${tag.slice(at + 1)}`
}

/** `vm-web-01 and vm-web-02`, `12 resources and resource group webshop`, `all resources`. */
export function describeScope(scope: WindowScope, entities: readonly Named[], words: ScopeWords, locale: string): string {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const { everything, entityIds, resourceGroups, tags, metrics } = scope
  const named = entityIds.length <= namedAtMost && entities.length === entityIds.length
  const parts = everything
    ? [words.everything]
    : [
        ...(named ? entities.map(({ name }) => name) : [words.resources(entityIds.length)]),
        ...resourceGroups.map(words.group),
        ...tags.map((tag) => words.tag(writeTag(tag))),
      ]
  if (parts.length === 0) return words.nothingYet
  const what = list.format(parts.length > 4 ? [...parts.slice(0, 4), '…'] : parts)
  return metrics.length > 0 ? `${what}, ${words.onlyMetrics(list.format(metrics))}` : what
}
