import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * Keeps a query whose first load failed in the state `error` while it is asked again. React Query makes it `pending`, and the skeleton then
 * replaces the words of the failure and *Try again* for as long as the next attempt takes. A page that is opened again begins without the error.
 */
export function keepErrors(cache: QueryCache): () => void {
  const shown = new WeakMap<Query, Error>()
  return cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) shown.delete(query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'error' && query.getObserversCount() > 0) shown.set(query, action.error)
    else if (action.type === 'success' || (action.type === 'setState' && action.state.status === 'pending')) shown.delete(query)
    else if (action.type === 'fetch' && query.state.data === undefined) {
      const error = shown.get(query)
      if (error) query.setState({ status: 'error', error })
    }
  })
}
