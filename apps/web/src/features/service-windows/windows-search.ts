import { windowStates } from '@vakt/contract/service-windows/window-states.ts'
import {
  day,
  dayOrMoment,
  flag,
  inAll,
  listSearch,
  ofSome,
  oneOf,
  type RowsOf,
  type SearchOf,
  someOf,
  tagGroup,
  text,
  texts,
  unsavedScope,
  uuid,
} from '#web/platform/list-search.ts'
import { timelineViews } from './timeline-view.ts'

const filters = { q: text(), creator: texts(), state: someOf(windowStates), entity: uuid, ...ofSome }
const timeline = {
  /** What the timeline shows: a day, week or month, by any day in it; this week unless it says otherwise. */
  view: oneOf(timelineViews),
  at: day,
  rows: oneOf(['resources']),
}
const scope = {
  /** Only active ones; else all. */
  scope: oneOf(['active']),
  ...inAll,
  ...timeline,
}

export const windowsSearch = listSearch({ list: 'service-windows', filters, scope, unsaved: unsavedScope })
export const entityWindowsSearch = listSearch({ scope })
export type WindowSearch = SearchOf<typeof windowsSearch>
export type WindowRows = RowsOf<typeof windowsSearch>
export type TimelineSearch = Pick<WindowSearch, keyof typeof timeline>

/** The occurrence that is open; without one the ongoing or the latest, unless that was closed. */
export const windowPageSearch = listSearch({ panel: { occurrence: text(40), closed: flag } })

/** What a new window begins with. */
export const windowFormSearch = listSearch({
  scope: {
    step: text(20),
    /** The window that it begins as a copy of. */
    copy: uuid,
    entity: uuid,
    /** When it starts and ends, such as `2026-11-23T22:00:00.000Z`. */
    from: text(30),
    to: text(30),
    ...inAll,
  },
})

/** What windows did in a period, also of one tag group alone. */
export const windowPeriodSearch = listSearch({ filters: { from: dayOrMoment, to: dayOrMoment, group: tagGroup } })
export type WindowPeriodRows = RowsOf<typeof windowPeriodSearch>
