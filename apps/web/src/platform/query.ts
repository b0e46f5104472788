import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** One for the tab. Live events say what is stale; what fails is shown, not tried again. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})

/** Asks again for what is shown and marks the rest as old. A first answer that is still on its way may be from before the change. */
export function askAgain(queryKey: QueryKey, client = queryClient): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => state.data === undefined && state.fetchStatus !== 'idle' })
  void client.invalidateQueries({ queryKey })
  for (const query of first) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, again)
  }
}
