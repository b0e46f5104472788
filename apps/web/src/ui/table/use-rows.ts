import { useMemo } from 'react'

/** All rows of the pages that are loaded so far, one after the other. */
export function useRows<Row>(data: { pages: { result: Row[] }[] } | undefined): Row[] {
  return useMemo(() => data?.pages.flatMap((page) => page.result) ?? [], [data])
}
