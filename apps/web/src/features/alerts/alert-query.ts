// Apart from the search of the address, which every screen loads.
import { periodOf } from '#web/platform/list-search.ts'
import type { AlertRows } from './alert-search.ts'

/** What fires is sorted by severity, the past by its start, unless asked for otherwise. */
export const sortOf = ({ sort, state }: AlertRows) => sort ?? (state && state !== 'held' ? 'started' : 'severity')

export const stateOf = ({ state, held }: AlertRows) => state ?? (held ? 'held' : 'firing')

const asked = {
  firing: { state: 'firing', held: false },
  held: { state: 'firing', held: true },
  resolved: { state: 'resolved' },
  all: {},
} as const

/** As the call takes it; days begin and end where the browser is. */
export function alertQueryOf(rows: AlertRows) {
  const { severity, q, held, type, resourceGroup, tag, ...period } = rows
  const state = stateOf(rows)
  const { from, to } = periodOf(period)
  return {
    sort: sortOf(rows),
    ...asked[state],
    ...(severity ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(resourceGroup ? { resourceGroup } : {}),
    ...(tag ? { tag } : {}),
    ...(held && state !== 'firing' ? { held } : {}),
    ...(from ? { startedFrom: from } : {}),
    ...(to ? { startedTo: to } : {}),
  }
}
