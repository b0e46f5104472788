import type { ListRowsProps } from '#web/lists/list-rows.tsx'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import type { unmatchedSearch } from './unmatched-search.ts'

export type UnmatchedScreen = ListScreenState<SearchOf<typeof unmatchedSearch>, RowsOf<typeof unmatchedSearch>>

/** Rows that can be chosen; the page knows which are. */
export type SelectableProps<Row> = { screen: UnmatchedScreen } & Pick<ListRowsProps<object, object, Row>, 'list' | 'selection'>
