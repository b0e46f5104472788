import { QueryClient } from '@tanstack/react-query'

/** How live events refresh a query; set in its `meta`. */
export type LiveMeta = {
  /** Of a list page by page: the property that names a row. Then live events ask for the first page only. */
  rowId?: string
  /** For what is costly or changes slowly. */
  minIntervalMs?: number
}

/** A count beside a title gives way to the rows of the list. */
export const besideList: LiveMeta = { minIntervalMs: 1400 }

/** One for the tab. Live events say what is stale; what fails is shown, not tried again. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})
