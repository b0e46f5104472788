import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { RowCheckbox, SelectAllRows } from './row-checkbox.tsx'

type Options<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string
  labelOf: (row: Row) => string
  labelOfAll: string
  /** How many rows one call takes; more are changed by several calls. */
  batchSize: number
  /** Fetches the rows that the list has not shown yet. */
  list: { hasNextPage: boolean; fetchNextPage: () => Promise<FetchedPages<Row>> }
}

type FetchedPages<Row> = { data?: { pages: { result: Row[] }[] } | undefined; hasNextPage: boolean; isError: boolean }

/** More rows than these are not chosen together: the list is narrowed down first. */
export const maxMatching = 2_000

export type RowSelection<Row> = Omit<Options<Row>, 'rows' | 'list'> & {
  /** The boxes come with what they choose: most tables have none. */
  Box: typeof RowCheckbox
  BoxOfAll: typeof SelectAllRows
  keys: ReadonlySet<string>
  chosen: Row[]
  isEverything: boolean
  /** Whether rows match that are not shown yet, and may be chosen as well. */
  hasMore: boolean
  isChoosingMatching: boolean
  /** Fetches all rows that match, at most `maxMatching`, and chooses them. What matches only later is not chosen. */
  chooseMatching(): Promise<void>
  /** Whether any were chosen since the list is shown. */
  hasStarted: boolean
  /** On a phone rows open when they are touched, until the user starts to choose; then each is chosen by it. */
  isByTouch: boolean
  startByTouch(): void
  has(key: string): boolean
  toggle(index: number, how?: { range: boolean }): void
  toggleAll(): void
  /** From one row to the next, as Shift with an arrow does. */
  extend(from: number, to: number): void
  /** True when the key chose something. */
  handleKey(event: KeyboardEvent<HTMLElement>, index: number): boolean
  /** Of what is chosen, only these stay so. */
  keepOnly(stays: (row: Row) => boolean): void
  /** Ends choosing by touch, too. */
  clear(): void
}

/** What a list page needs to know of it, whatever the rows are. */
export type SelectionState = Pick<
  RowSelection<unknown>,
  'keys' | 'hasStarted' | 'isByTouch' | 'isEverything' | 'hasMore' | 'isChoosingMatching' | 'startByTouch' | 'chooseMatching' | 'clear'
>

/** Which rows of a list are chosen. A row that leaves the list is not chosen any more. */
export function useRowSelection<Row>({ rows, list, ...options }: Options<Row>): RowSelection<Row> {
  const { keyOf } = options
  const [kept, keep] = useState<ReadonlySet<string>>(new Set())
  const [hasStarted, setHasStarted] = useState(false)
  const [isByTouch, setByTouch] = useState(false)
  const [isChoosingMatching, setChoosingMatching] = useState(false)
  const anchor = useRef<number | null>(null)
  const chosen = useMemo(() => rows.filter((row) => kept.has(keyOf(row))), [rows, kept, keyOf])
  const keys = useMemo(() => new Set(chosen.map(keyOf)), [chosen, keyOf])
  if (keys.size > 0 && !hasStarted) setHasStarted(true)
  const add = (from: number, to: number) => keep(new Set([...keys, ...rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(keyOf)]))

  function toggle(index: number, { range } = { range: false }) {
    const row = rows[index]
    if (row === undefined) return
    if (range && anchor.current !== null) return add(anchor.current, index)
    anchor.current = index
    const next = new Set(keys)
    if (!next.delete(keyOf(row))) next.add(keyOf(row))
    keep(next)
  }

  async function chooseMatching() {
    setChoosingMatching(true)
    try {
      let matching = rows
      let { hasNextPage } = list
      while (hasNextPage && matching.length < maxMatching) {
        const fetched = await list.fetchNextPage()
        if (fetched.isError) return
        matching = fetched.data?.pages.flatMap(({ result }) => result) ?? matching
        hasNextPage = fetched.hasNextPage
      }
      keep(new Set(matching.slice(0, maxMatching).map(keyOf)))
    } finally {
      setChoosingMatching(false)
    }
  }

  const isEverything = rows.length > 0 && keys.size === rows.length
  const clear = () => {
    anchor.current = null
    keep(new Set())
    setByTouch(false)
  }
  return {
    ...options,
    Box: RowCheckbox,
    BoxOfAll: SelectAllRows,
    keys,
    chosen,
    isEverything,
    hasMore: list.hasNextPage && rows.length < maxMatching,
    isChoosingMatching,
    chooseMatching,
    hasStarted,
    isByTouch,
    startByTouch: () => setByTouch(true),
    has: (key) => keys.has(key),
    toggle,
    toggleAll: () => keep(new Set(isEverything ? [] : rows.map(keyOf))),
    extend: add,
    handleKey(event, index) {
      if (event.key === 'Escape' && keys.size > 0) {
        clear()
        return true
      }
      if (event.key.toLowerCase() !== 'x') return false
      toggle(index, { range: event.shiftKey })
      return true
    },
    keepOnly: (stays) => keep(new Set(chosen.filter(stays).map(keyOf))),
    clear,
  }
}
