import type { EntityFilter } from '@vakt/contract/entity-list.ts'
import type { Context } from '#server/platform/context.ts'
import type { Estate } from './estate.ts'
import { readCurrentEstate } from './keep-estate.ts'
import { sift } from './list-entities.ts'

/** Entities that share the values of two tags; null for those without. */
type TagGroupRow = { outer: string | null; inner: string | null; entities: number }

export type TagGroups = {
  groups: TagGroupRow[]
  /** Which group an entity is in; -1 for one that the filter holds back, or that is hidden. */
  groupOf(entityId: string): number
}

const without = -1

function readTagOf(estate: Estate, key: string | undefined): (row: number) => number {
  const wanted = key === undefined ? undefined : estate.tagKeys.numbers.get(key)
  if (wanted === undefined) return () => without
  const { tagCells, tagStart, tagCount, tagKeyOf, tagValues } = estate
  return (row) => {
    const end = (tagStart[row] as number) + (tagCount[row] as number)
    for (let cell = tagStart[row] as number; cell < end; cell += 1) {
      const pair = tagCells[cell] as number
      if (tagKeyOf[pair] === wanted) return tagValues[pair] ? pair : without
    }
    return without
  }
}

/** The entities of a customer by the values of at most two tags. */
export async function readTagGroups(
  context: Pick<Context, 'pool'>,
  customerId: string,
  filter: EntityFilter,
  [outerKey, innerKey]: readonly string[],
): Promise<TagGroups> {
  const current = await readCurrentEstate(context.pool, customerId)
  const { estate, held } = sift(current, filter)
  const [outerOf, innerOf] = [readTagOf(estate, outerKey), readTagOf(estate, innerKey)]
  const indices = new Map<number, Map<number, number>>()
  const groups: TagGroupRow[] = []
  const groupOfRow = new Int32Array(estate.size).fill(-1)
  for (let row = 0; row < estate.size; row += 1) {
    if (held[row] !== 0) continue
    const [outer, inner] = [outerOf(row), innerOf(row)]
    const within = indices.get(outer) ?? new Map<number, number>()
    indices.set(outer, within)
    let index = within.get(inner)
    if (index === undefined) {
      index = groups.push({ outer: estate.tagValues[outer] ?? null, inner: estate.tagValues[inner] ?? null, entities: 0 }) - 1
      within.set(inner, index)
    }
    ;(groups[index] as TagGroupRow).entities += 1
    groupOfRow[row] = index
  }
  return {
    groups,
    groupOf(entityId) {
      const row = estate.rowOf.get(entityId)
      return row === undefined ? -1 : (groupOfRow[row] as number)
    },
  }
}
