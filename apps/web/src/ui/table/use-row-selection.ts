import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { RowCheckbox, SelectAllRows } from './row-checkbox.tsx'

type Options<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string
  labelOf: (row: Row) => string
  labelOfAll: string
  /** More than so many cannot be changed at once. */
  max?: number
}

export type RowSelection<Row> = Omit<Options<Row>, 'rows'> & {
  /** The boxes come with what they choose: most tables have none. */
  Box: typeof RowCheckbox
  BoxOfAll: typeof SelectAllRows
  keys: ReadonlySet<string>
  chosen: Row[]
  isEverything: boolean
  /** Whether any were chosen since the list is shown. */
  hasStarted: boolean
  /** On a phone rows open when they are touched, until somebody starts to choose; then each is chosen by it. */
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
export type SelectionState = Pick<RowSelection<unknown>, 'keys' | 'max' | 'hasStarted' | 'isByTouch' | 'startByTouch' | 'clear'>

/** Which rows of a list are chosen. A row that leaves the list is not chosen any more. */
export function useRowSelection<Row>({ rows, ...options }: Options<Row>): RowSelection<Row> {
  const { keyOf } = options
  const [kept, keep] = useState<ReadonlySet<string>>(new Set())
  const [hasStarted, setHasStarted] = useState(false)
  const [isByTouch, setByTouch] = useState(false)
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
