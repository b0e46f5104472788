import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import type { ListScreenState } from '#web/ui/list/use-list-screen.tsx'
import type { unmatchedSearch } from './unmatched-search.ts'

export type UnmatchedScreen = ListScreenState<SearchOf<typeof unmatchedSearch>, RowsOf<typeof unmatchedSearch>>
