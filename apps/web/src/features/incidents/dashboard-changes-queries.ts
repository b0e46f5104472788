import { queryOptions } from '@tanstack/react-query'
import {
  type DashboardChanges,
  getDashboardChanges,
  getDashboardChangesOfAllCustomers,
  noteDashboardVisit,
} from '@vakt/contract/reports/dashboard-changes.ts'
import { useEffect } from 'react'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import { viewedUser } from '#web/platform/view-as.ts'

export const dashboardChangesQuery = (customerId: string, isOfAll: boolean) =>
  queryOptions({
    queryKey: ['incidents', isOfAll ? allCustomers : customerId, 'changes-since-visit'],
    // Each user has an answer of their own, which no other browser shares.
    meta: { minIntervalMs: 30_000 } satisfies LiveMeta,
    queryFn: ({ signal }): Promise<DashboardChanges> =>
      isOfAll ? call(getDashboardChangesOfAllCustomers, { signal }) : call(getDashboardChanges, { params: { customerId }, signal }),
  })

const noteEveryMs = 5 * 60_000

/** Notes that the user is here: when the dashboard opens, when its tab is shown again, and while they move in it. */
export function useNoteVisit(customerId: string, onNoted: (since: string | null) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function each time is no new visit
  useEffect(() => {
    if (viewedUser()) return
    let notedAt = Number.NEGATIVE_INFINITY
    const note = () => {
      if (document.visibilityState !== 'visible' || performance.now() - notedAt < noteEveryMs) return
      notedAt = performance.now()
      call(noteDashboardVisit, { params: { customerId } }).then(
        ({ since }) => onNoted(since),
        (error: unknown) => noteFailure('dashboard visit', error),
      )
    }
    note()
    const moves = ['visibilitychange', 'pointermove', 'keydown'] as const
    for (const move of moves) document.addEventListener(move, note, { passive: true })
    return () => {
      for (const move of moves) document.removeEventListener(move, note)
    }
  }, [customerId])
}
