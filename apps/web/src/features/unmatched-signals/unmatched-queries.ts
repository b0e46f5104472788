import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  bindUnmatchedSeries,
  bindUnmatchedSignal,
  getSetAsideSignal,
  getUnmatchedSeries,
  getUnmatchedSignal,
  listEntityBindings,
  listSetAsideSignals,
  listUnmatchedSeries,
  listUnmatchedSignals,
  removeEntityBinding,
  retrySetAsideSignal,
} from '@vakt/contract/alerts/unmatched-signals.ts'
import { call } from '#web/platform/api.ts'
import type { LiveMeta } from '#web/platform/query.ts'

const paged = { initialPageParam: null as string | null, getNextPageParam: nextOf }

function nextOf(page: { continuation_token: string | null }) {
  return page.continuation_token
}

export const unmatchedKey = ['unmatched-signals']

export const unmatchedQuery = (dismissed: boolean) =>
  infiniteQueryOptions({
    queryKey: [...unmatchedKey, 'list', dismissed ? 'dismissed' : 'unmatched'],
    meta: { rowId: 'alertId' } satisfies LiveMeta,
    queryFn: ({ signal, pageParam }) =>
      call(listUnmatchedSignals, { query: { limit: 100, dismissed }, continuationToken: pageParam, signal }),
    ...paged,
  })

export const unmatchedSeriesQuery = infiniteQueryOptions({
  queryKey: [...unmatchedKey, 'list', 'series'],
  queryFn: ({ signal, pageParam }) => call(listUnmatchedSeries, { query: { limit: 100 }, continuationToken: pageParam, signal }),
  ...paged,
})

export const bindingsQuery = infiniteQueryOptions({
  queryKey: [...unmatchedKey, 'bindings'],
  queryFn: ({ signal, pageParam }) => call(listEntityBindings, { query: { limit: 100 }, continuationToken: pageParam, signal }),
  ...paged,
})

export const setAsideQuery = infiniteQueryOptions({
  queryKey: [...unmatchedKey, 'set-aside'],
  queryFn: ({ signal, pageParam }) => call(listSetAsideSignals, { query: { limit: 100 }, continuationToken: pageParam, signal }),
  ...paged,
})

type Named = { customerId: string; id: string }

/** What a signal, or a series of metrics, names. */
export type NamedThing = Named & { kind: 'signal' | 'series' }

export const nearQuery = ({ customerId, id, kind }: NamedThing, q: string) =>
  queryOptions({
    queryKey: [...unmatchedKey, 'near', kind, customerId, id, q],
    queryFn: async ({ signal }) => {
      const query = q ? { q } : {}
      if (kind === 'signal') return call(getUnmatchedSignal, { params: { customerId, unmatchedAlertId: id }, query, signal })
      const { metric, ...found } = await call(getUnmatchedSeries, { params: { customerId, unmatchedSeriesId: id }, query, signal })
      return { ...found, alertName: metric, source: null }
    },
    placeholderData: (kept) => kept,
  })

export const bodyQuery = ({ customerId, id }: Named) =>
  queryOptions({
    queryKey: [...unmatchedKey, 'body', customerId, id],
    queryFn: ({ signal }) => call(getSetAsideSignal, { params: { customerId, signalId: id }, signal }),
  })

export const bind = ({ customerId, id, kind }: NamedThing, entity: { entityCustomerId: string; entityId: string }) =>
  kind === 'signal'
    ? call(bindUnmatchedSignal, { params: { customerId, unmatchedAlertId: id }, body: entity })
    : call(bindUnmatchedSeries, { params: { customerId, unmatchedSeriesId: id }, body: entity })

export const unbind = (customerId: string, bindingId: string) => call(removeEntityBinding, { params: { customerId, bindingId } })

export const retry = ({ customerId, id }: Named) => call(retrySetAsideSignal, { params: { customerId, signalId: id } })
