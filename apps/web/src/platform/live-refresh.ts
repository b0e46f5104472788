import type { Query, QueryKey } from '@tanstack/react-query'
import { type Pages, putFirstPage, updateInPlace } from './first-page.ts'
import { type LiveMeta, queryClient } from './query.ts'
import { createRefreshQueue, type RefreshOutcome, type RefreshTarget } from './refresh-queue.ts'
import { ApiError } from './request.ts'

const hasDocument = typeof document !== 'undefined'
let isFrozen = false
/** A hidden tab does not refresh; what changed meanwhile is asked for when it is shown again. */
const refreshQueue = createRefreshQueue({ isPaused: () => isFrozen || (hasDocument && document.visibilityState === 'hidden') })

const topPx = 300
const isAtTop = () => !hasDocument || window.scrollY < topPx

/** Lists whose further pages are older than their first. */
const behind = new Set<Query>()

const metaOf = ({ meta }: Query) => (meta ?? {}) as LiveMeta
const pagesOf = (query: Query) => (query.queryType === 'infinite' ? ((query.state.data as Pages | undefined)?.pages.length ?? 0) : 0)

type Options = Query['options'] & { pages?: number }

/** Fetches one page and puts it before those that are loaded. The hook of persisters is the one place that sees the answer before it is kept. */
function firstPageOptions(query: Query, rowId: string): Options {
  const persister = async (fetchPages: () => Promise<unknown>) => {
    const [fresh] = ((await fetchPages()) as Pages).pages
    // What was loaded meanwhile counts.
    const old = query.state.data as Pages
    if (!fresh) return old
    if (isAtTop()) return putFirstPage(old, fresh, rowId)
    behind.add(query)
    return updateInPlace(old, fresh, rowId)
  }
  return { ...query.options, pages: 1, persister: persister as unknown as NonNullable<Options['persister']> }
}

function startFetch(query: Query): Promise<unknown> {
  const { rowId } = metaOf(query)
  const isFirstPageOnly = rowId !== undefined && pagesOf(query) > 1 && !(behind.has(query) && isAtTop())
  if (!isFirstPageOnly) {
    behind.delete(query)
    return query.fetch(undefined, { cancelRefetch: false })
  }
  const { options } = query
  const fetching = query.fetch(firstPageOptions(query, rowId), { cancelRefetch: false })
  query.setOptions(options)
  return fetching
}

function outcomeOf(error: unknown): RefreshOutcome {
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  return isPassing ? { kind: 'failed', retryAfterMs: error.retryAfterMs } : { kind: 'done' }
}

/** What was refused or cancelled is not asked again. */
const endOf = (request: Promise<unknown> | undefined): Promise<RefreshOutcome> =>
  (request ?? Promise.resolve()).then(() => ({ kind: 'done' }) as const, outcomeOf)

/**
 * Never cuts off a request that is under way: its answer may be from before the change, so it is waited for and asked for once more. If it
 * fails, the next one waits as after any failure: a server that did not answer, or asked for rest, is not asked at once.
 */
async function refreshQuery(query: Query): Promise<RefreshOutcome> {
  if (query.state.fetchStatus === 'fetching') {
    const outcome = await endOf(query.promise)
    if (outcome.kind === 'failed') return outcome
  }
  if (!query.isActive()) {
    query.invalidate()
    return { kind: 'done' }
  }
  return endOf(startFetch(query))
}

const targetOf = (query: Query): RefreshTarget => ({
  key: query.queryHash,
  isList: query.queryType === 'infinite',
  minIntervalMs: metaOf(query).minIntervalMs,
  refresh: () => refreshQuery(query),
})

/** What is not shown is only marked as old; an answer that is still on its way to it may be from before the change. */
function markOld(query: Query): void {
  if (query.state.data !== undefined) query.invalidate()
  if (query.state.fetchStatus !== 'idle')
    void query.promise?.then(
      () => query.invalidate(),
      () => {},
    )
}

/** Has everything that matches asked for again as soon as the pace of the browser allows, and the rest marked as old. */
export function refreshMatching(
  matches: (query: { queryKey: QueryKey; data: unknown }) => boolean,
  { spreadMs = 0, client = queryClient, queue = refreshQueue } = {},
): void {
  for (const query of client.getQueryCache().getAll()) {
    if (!matches({ queryKey: query.queryKey, data: query.state.data })) continue
    if (query.isActive()) queue.note(targetOf(query), { spreadMs })
    else markOld(query)
  }
}

/** Lists whose further pages are old are read as a whole when the reader is back at their top. */
function catchUp(): void {
  if (behind.size === 0 || !isAtTop()) return
  for (const query of behind) {
    if (query.isActive()) refreshQueue.note(targetOf(query))
    else behind.delete(query)
  }
}

/** Follows the tab as it is shown and scrolled, until the returned function is called. */
export function followTab(): () => void {
  const resume = () => refreshQueue.resume()
  const freeze = (isNow: boolean) => () => {
    isFrozen = isNow
    resume()
  }
  const [frozen, thawed] = [freeze(true), freeze(false)]
  document.addEventListener('visibilitychange', resume)
  document.addEventListener('freeze', frozen)
  document.addEventListener('resume', thawed)
  addEventListener('scroll', catchUp, { passive: true })
  return () => {
    document.removeEventListener('visibilitychange', resume)
    document.removeEventListener('freeze', frozen)
    document.removeEventListener('resume', thawed)
    removeEventListener('scroll', catchUp)
    refreshQueue.clear()
    behind.clear()
  }
}
