import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import type { userSearch } from './user-search.ts'

export type UserScreen = ListScreenState<SearchOf<typeof userSearch>, RowsOf<typeof userSearch>>
