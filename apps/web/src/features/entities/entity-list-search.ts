import type { EntityFilter } from '@vakt/contract/entity-list.ts'
import { type EntitySort, entitySorts, severitiesNow } from '@vakt/contract/entity-order.ts'

export type EntitySearch = {
  q?: string
  severity?: (typeof severitiesNow)[number][]
  type?: string[]
  group?: string[]
  subscription?: string[]
  region?: string[]
  source?: string[]
  /** As the call takes them: `key=value`. */
  tag?: string[]
  without?: string[]
  cloudops?: boolean
  stale?: boolean
  hidden?: true
  /** What the rows are grouped by, as the call takes it. */
  by?: string
  sort?: EntitySort
  direction?: 'asc' | 'desc'
}

const mostValues = 50
const longest = 1024

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const textsOf = (value: unknown, most = longest): string[] =>
  [
    ...new Set(
      listOf(value)
        .filter((one) => typeof one === 'string' || typeof one === 'number')
        .map(String),
    ),
  ]
    .filter((one) => one.length <= most)
    .slice(0, mostValues)
const yesOrNo = (value: unknown) => (value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined)

function compact<Fields extends object>(fields: Fields) {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined | ''> }
}

/** What of an address is a filter of the list; anything else is left out. */
export function entitySearch(search: Record<string, unknown>): EntitySearch {
  const severities = listOf(search.severity)
  const by = textOf(search.by)
  return compact({
    q: textOf(search.q).trim().slice(0, 500),
    severity: severitiesNow.filter((one) => severities.includes(one)),
    type: textsOf(search.type),
    group: textsOf(search.group),
    subscription: textsOf(search.subscription),
    region: textsOf(search.region),
    source: textsOf(search.source),
    tag: textsOf(search.tag, 2 * longest).filter((one) => one.indexOf('=') > 0),
    without: textsOf(search.without).filter(Boolean),
    cloudops: yesOrNo(search.cloudops),
    stale: yesOrNo(search.stale),
    hidden: yesOrNo(search.hidden) ? (true as const) : undefined,
    by: /^(resourceGroup|subscription|type|region|tag:.+)$/s.test(by) && by.length <= longest ? by : undefined,
    sort: entitySorts.find((one) => one === search.sort),
    direction: (['asc', 'desc'] as const).find((one) => one === search.direction),
  })
}

/** The filter as the calls take it. */
export function filterOf({ q, group, without, cloudops, hidden, by: _, sort: __, direction: ___, ...same }: EntitySearch): EntityFilter {
  return {
    ...same,
    ...(q ? { search: q } : {}),
    ...(group ? { resourceGroup: group } : {}),
    ...(without ? { withoutTag: without } : {}),
    ...(cloudops === undefined ? {} : { cloudOpsMapped: cloudops }),
    ...(hidden ? { withHidden: true } : {}),
  }
}

/** Whether anything narrows the list down. */
export function isFiltered({ by: _, sort: __, direction: ___, hidden: ____, ...filter }: EntitySearch): boolean {
  return Object.keys(filter).length > 0
}

/** `=` and `%` of a key are written so that the first `=` ends it. */
const writeTagKey = (key: string) => key.replaceAll('%', '%25').replaceAll('=', '%3D')
export const writeTag = (key: string, value: string) => `${writeTagKey(key)}=${value}`

export function readTag(written: string): { key: string; value: string } {
  const at = written.indexOf('=')
  const key = written.slice(0, at).replaceAll(/%(3d|25)/gi, (code) => (code === '%25' ? '%' : '='))
  return { key, value: written.slice(at + 1) }
}

/** The keys that the filter is about, in the order in which they came. */
export const chosenTagKeys = ({ tag = [], without = [] }: EntitySearch): string[] => [
  ...new Set([...tag.map((one) => readTag(one).key), ...without]),
]

export type TagChoice = { values: string[]; without: boolean }

export const tagChoiceOf = ({ tag = [], without = [] }: EntitySearch, key: string): TagChoice => ({
  values: tag.map(readTag).flatMap((one) => (one.key === key ? [one.value] : [])),
  without: without.includes(key),
})

/** The search with another choice for this key. */
export function withTagChoice(
  { tag = [], without = [] }: EntitySearch,
  key: string,
  choice: TagChoice,
): Pick<EntitySearch, 'tag' | 'without'> {
  return {
    tag: [...tag.filter((one) => readTag(one).key !== key), ...choice.values.map((value) => writeTag(key, value))],
    without: [...without.filter((one) => one !== key), ...(choice.without ? [key] : [])],
  }
}

/** The filter of one group's rows: what is filtered by the grouped field is narrowed to the group. */
export function filterOfGroup(search: EntitySearch, by: string, value: string | null): EntityFilter {
  const filter = filterOf(search)
  if (!by.startsWith('tag:')) return { ...filter, [by]: [value ?? ''] }
  const choice = { values: value === null ? [] : [value], without: value === null }
  const { tag, without } = withTagChoice(search, by.slice(4), choice)
  const { tag: _, withoutTag: __, ...rest } = filter
  return { ...rest, ...(tag?.length ? { tag } : {}), ...(without?.length ? { withoutTag: without } : {}) }
}
