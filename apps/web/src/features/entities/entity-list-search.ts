import type { EntityFilter } from '@vakt/contract/entities/entity-list.ts'
import { entitySorts, severitiesNow } from '@vakt/contract/entities/entity-order.ts'
import { readTag, writeTag } from '@vakt/domain/resource-limit.ts'
import {
  dayOrMoment,
  flag,
  inAll,
  listSearch,
  oneOf,
  periodOf,
  type SearchOf,
  someOf,
  text,
  textLike,
  texts,
  yesOrNo,
} from '#web/platform/list-search.ts'

const longest = 1024
const values = texts({ maxLength: longest, withEmpty: true })

/** What of an address is a filter of the list; anything else is left out. */
export const entitySearch = listSearch({
  list: 'entities',
  filters: {
    q: text(500),
    severity: someOf(severitiesNow),
    type: values,
    group: values,
    subscription: values,
    region: values,
    source: values,
    /** As the call takes them: `key=value`. */
    tag: texts({ maxLength: 2 * longest, pattern: /^[^=]+=/, withEmpty: true }),
    without: texts({ maxLength: longest, pattern: /./s, withEmpty: true }),
    cloudops: yesOrNo,
    stale: yesOrNo,
    /** Those that Vakt knew at some time of it, as reports count them. */
    knownFrom: dayOrMoment,
    knownTo: dayOrMoment,
  },
  scope: {
    /** Another list then: see `entities-of-all-search.ts`. */
    ...inAll,
    hidden: flag,
    /** What the rows are grouped by, as the call takes it. */
    by: textLike(/^(resourceGroup|subscription|type|region|tag:.{1,1020})$/s),
    /** The metric that is a column of the list. */
    metric: text(1000),
    /** `metric`: by the column of that. */
    sort: oneOf([...entitySorts, 'metric']),
    direction: oneOf(['asc', 'desc']),
  },
})
export type EntitySearch = SearchOf<typeof entitySearch>

/** The worst first, until another order is chosen. */
export const defaultSort = 'severity'

/** For users who may not see one metric of all resources: a view that was saved with it is shown without the column, in the usual order. */
export function withoutMetric({ metric: _, ...search }: EntitySearch): EntitySearch {
  if (search.sort !== 'metric') return search
  const { sort: __, direction: ___, ...unsorted } = search
  return unsorted
}

/** The filter as the calls take it. */
export function filterOf({
  q,
  group,
  without,
  cloudops,
  hidden,
  knownFrom,
  knownTo,
  by: _,
  metric: __,
  sort: ___,
  direction: ____,
  all: _____,
  ...same
}: EntitySearch): EntityFilter {
  const known = periodOf({ from: knownFrom, to: knownTo })
  return {
    ...same,
    ...(q ? { search: q } : {}),
    ...(group ? { resourceGroup: group } : {}),
    ...(without ? { withoutTag: without } : {}),
    ...(cloudops === undefined ? {} : { cloudOpsMapped: cloudops }),
    ...(known.from ? { knownFrom: known.from } : {}),
    ...(known.to ? { knownTo: known.to } : {}),
    ...(hidden ? { withHidden: true } : {}),
  }
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
