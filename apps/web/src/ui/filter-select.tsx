import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { FilterChip, type FilterSelectProps } from './filter-chip.tsx'

const load = () => import('./filter-combobox.tsx')
const FilterCombobox = lazy(() => load().then((module) => ({ default: module.FilterCombobox }))) as unknown as Awaited<
  ReturnType<typeof load>
>['FilterCombobox']

/** A filter of which several options may be chosen. Its list is loaded when somebody reaches for it. */
export function FilterSelect<Value extends string | number>(props: FilterSelectProps<Value>) {
  const [isWanted, setWanted] = useState(false)
  const prepare = () => void load()

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setWanted(true)
  }

  const closed = (
    <FilterChip {...props}>
      {(button) => (
        <button
          {...button}
          aria-haspopup="listbox"
          aria-expanded="false"
          onMouseEnter={prepare}
          onFocus={prepare}
          onClick={() => setWanted(true)}
          onKeyDown={openByArrow}
        />
      )}
    </FilterChip>
  )
  return isWanted ? (
    <Suspense fallback={closed}>
      <FilterCombobox {...props} />
    </Suspense>
  ) : (
    closed
  )
}
