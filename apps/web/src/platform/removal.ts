import { type Query, type QueryCache, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** What was asked about things that are being removed, or are gone. */
const ofRemoved = new WeakSet<Query>()

/** Every query that says nothing else is asked as long as this holds: not by the clock, not by a live event, not with its list. */
export const isAsked = (query: Query): boolean => !ofRemoved.has(query)

/** Once nobody looks at it any more it is forgotten: what is restored is asked for anew. */
export function forgetRemoved(cache: QueryCache): void {
  cache.subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && ofRemoved.has(query) && query.getObserversCount() === 0) cache.remove(query)
  })
}

/**
 * Removes the thing of the id that it is given. What is asked about it alone, under `queryKey` with the id in its key, is not asked any more
 * from then on: its panel may still be open, and it would not be found. Everything else under `queryKey` and `alsoChanged` is asked again.
 */
export function useRemoval<Result>(queryKey: QueryKey, remove: (id: string) => Promise<Result>, alsoChanged: readonly QueryKey[] = []) {
  const client = useQueryClient()
  const about = (id: string) => ({ queryKey, predicate: (query: Query) => query.queryKey.includes(id) })
  return useMutation({
    mutationFn: remove,
    onMutate: async (id) => {
      for (const query of client.getQueryCache().findAll(about(id))) {
        ofRemoved.add(query)
        // Whoever looks at it is told, and stops their clock.
        query.setState({})
      }
      await client.cancelQueries(about(id))
    },
    onError: (_, id) => {
      for (const query of client.getQueryCache().findAll(about(id))) ofRemoved.delete(query)
    },
    onSuccess(_, id) {
      const cache = client.getQueryCache()
      for (const query of cache.findAll(about(id))) if (query.getObserversCount() === 0) cache.remove(query)
    },
    onSettled: () => Promise.all([queryKey, ...alsoChanged].map((key) => client.invalidateQueries({ queryKey: key }))),
  })
}
