import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import type { ScheduleBar, ScheduleRow } from '#web/ui/chart/schedule-timeline.tsx'
import { writeTag } from './window-scope.ts'

type BarWords = {
  ongoing: string
  planned: string
  awaiting: string
  extension: string
  repeats: string
  over: string
  everything: string
}

/** The row in which new windows are drawn. */
export const newRow = 'new'

export type TimelineInput = {
  occurrences: readonly WindowOccurrence[]
  /** Those that are known, by id: of the others it is not known what they cover, nor whether they repeat. */
  windows: ReadonlyMap<string, ServiceWindow>
  by: 'windows' | 'resources'
  words: BarWords
  /** Whether this user may move the bar of a window. */
  mayChange: (window: ServiceWindow) => boolean
}

export type WindowBar = ScheduleBar & { occurrence: WindowOccurrence }

function lookOf(
  { state }: WindowOccurrence,
  window: ServiceWindow | undefined,
  words: BarWords,
): Pick<ScheduleBar, 'look' | 'state' | 'color'> {
  if (state === 'ongoing') return { look: 'solid', state: words.ongoing }
  if (state === 'ended') return { look: 'solid', state: words.over, color: '--vakt-dim' }
  if (state === 'awaiting-approval') return { look: 'dashed', state: words.awaiting }
  if (window && window.repeats !== 'never') return { look: 'striped', state: words.repeats }
  return { look: 'outlined', state: words.planned }
}

/** A planned occurrence of a window that repeats is changed with the window, not by itself; what is over stays. */
function isMovable({ state }: WindowOccurrence, window: ServiceWindow): boolean {
  if (state === 'ongoing') return true
  return window.repeats === 'never' && (state === 'planned' || state === 'awaiting-approval')
}

/** What a window is to last longer, while that waits for an approval. */
const extensionOf = (bar: WindowBar, until: string, words: BarWords): WindowBar => ({
  ...bar,
  ...{
    key: `${bar.key} extension`,
    from: Date.parse(bar.occurrence.endsAt),
    to: Date.parse(until),
    isFixed: true,
    look: 'dashed',
    state: words.extension,
  },
})

function rowsOfWindow(
  window: ServiceWindow | undefined,
  { serviceWindowId, reason }: WindowOccurrence,
  input: TimelineInput,
): ScheduleRow[] {
  if (input.by === 'windows' || !window) return [{ key: `window:${serviceWindowId}`, label: reason }]
  const { everything, resourceGroups, tags } = window.scope
  if (everything) return [{ key: 'everything', label: input.words.everything }]
  return [
    ...window.entities.map(({ entityId, name }) => ({ key: `entity:${entityId}`, label: name })),
    ...resourceGroups.map((name) => ({ key: `group:${name.toLowerCase()}`, label: name })),
    ...tags.map((tag) => ({ key: `tag:${tag.toLowerCase()}`, label: writeTag(tag) })),
  ]
}

/** The rows and bars of the timeline, in the order in which they first start; what was cancelled before it began is left out. */
export function timelineBars(input: TimelineInput): { rows: ScheduleRow[]; bars: WindowBar[] } {
  const rows = new Map<string, ScheduleRow>()
  const bars: WindowBar[] = []
  const inOrder = input.occurrences.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  for (const occurrence of inOrder) {
    if (occurrence.state === 'cancelled') continue
    const window = input.windows.get(occurrence.serviceWindowId)
    for (const row of rowsOfWindow(window, occurrence, input)) {
      if (!rows.has(row.key)) rows.set(row.key, row)
      const bar = {
        key: `${occurrence.serviceWindowId} ${occurrence.startsAt} ${row.key}`,
        row: row.key,
        label: occurrence.reason,
        from: Date.parse(occurrence.startsAt),
        to: Date.parse(occurrence.endsAt),
        isFixed: !(window && input.mayChange(window) && isMovable(occurrence, window)),
        ...lookOf(occurrence, window, input.words),
        occurrence,
      }
      bars.push(bar)
      if (occurrence.askedUntil) bars.push(extensionOf(bar, occurrence.askedUntil, input.words))
    }
  }
  return { rows: [...rows.values()], bars }
}

/** What a row is of, by its key. */
export function subjectOf(row: string): { copy?: string; entity?: string } {
  const [kind, id] = [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1)]
  if (kind === 'window') return { copy: id }
  return kind === 'entity' ? { entity: id } : {}
}
