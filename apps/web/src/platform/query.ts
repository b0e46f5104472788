import { QueryCache, QueryClient } from '@tanstack/react-query'
import { keepErrors } from './kept-errors.ts'
import { forgetRemoved, isAsked } from './removal.ts'
import { ApiError } from './request.ts'

/** How live events refresh a query; set in its `meta`. */
export type LiveMeta = {
  /** Of a list page by page: the property that names a row. Then live events ask for the first page only. */
  rowId?: string
  /** For what is costly or changes slowly. */
  minIntervalMs?: number
}

/** A count beside a title gives way to the rows of the list. */
export const besideList: LiveMeta = { minIntervalMs: 1400 }

const isRefusedToken = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ message_translation_key: key }) => key === 'error.continuation')

/** A list whose next page the server does not know any more, for example since an upgrade, begins again. */
const queryCache = new QueryCache({
  onError: (error, { queryKey }) => {
    if (isRefusedToken(error)) void queryClient.resetQueries({ queryKey, exact: true })
  },
})
keepErrors(queryCache)
forgetRemoved(queryCache)

/** One for the tab. Live events say what is stale; what fails is shown, not tried again. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: { enabled: isAsked, refetchOnWindowFocus: false, retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
})
