import type { EntityFilter } from '@vakt/contract/entity-list.ts'
import type { SeverityCounts } from '@vakt/contract/severity.ts'
import { addCounts, noCounts } from '@vakt/domain/severity.ts'
import type { Context } from '#server/platform/context.ts'
import { type Estate, good } from './estate.ts'
import type { Sifted } from './filter-estate.ts'
import { readCurrentEstate } from './keep-estate.ts'
import { sift } from './list-entities.ts'

/** Entities that share the values of two tags, and their open incidents; null for those without. */
export type TagGroupRow = { outer: string | null; inner: string | null; entities: number } & SeverityCounts

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

function group({ estate, held }: Sifted, [outerKey, innerKey]: readonly string[]): TagGroupRow[] {
  const [outerOf, innerOf] = [readTagOf(estate, outerKey), readTagOf(estate, innerKey)]
  const groupsOf = new Map<number, Map<number, TagGroupRow>>()
  for (let row = 0; row < estate.size; row += 1) {
    if (held[row] !== 0) continue
    const [outer, inner] = [outerOf(row), innerOf(row)]
    const within = groupsOf.get(outer) ?? new Map<number, TagGroupRow>()
    groupsOf.set(outer, within)
    const known = within.get(inner) ?? {
      outer: estate.tagValues[outer] ?? null,
      inner: estate.tagValues[inner] ?? null,
      entities: 0,
      ...noCounts,
    }
    within.set(inner, known)
    known.entities += 1
    if (estate.severity[row] !== good) Object.assign(known, addCounts(known, estate.open.get(row) ?? noCounts))
  }
  return [...groupsOf.values()].flatMap((within) => [...within.values()])
}

const groupsOf = new WeakMap<Sifted, Map<string, readonly TagGroupRow[]>>()

/** The entities of a customer by the values of at most two tags. */
export async function readTagGroups(
  context: Pick<Context, 'pool'>,
  customerId: string,
  filter: EntityFilter,
  tagKeys: readonly string[],
): Promise<readonly TagGroupRow[]> {
  const sifted = sift(await readCurrentEstate(context.pool, customerId), filter)
  const known = groupsOf.get(sifted) ?? new Map<string, readonly TagGroupRow[]>()
  groupsOf.set(sifted, known)
  const key = JSON.stringify(tagKeys)
  const groups = known.get(key) ?? group(sifted, tagKeys)
  known.set(key, groups)
  return groups
}
