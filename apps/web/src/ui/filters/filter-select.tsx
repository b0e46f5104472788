import { type KeyboardEvent, useState } from 'react'
import { useTypedAhead } from '#web/ui/controls/use-typed-ahead.ts'
import { FilterChip, type FilterSelectProps } from './filter-chip.tsx'

type Combobox = typeof import('./filter-combobox.tsx').FilterCombobox

let FilterCombobox: Combobox | undefined

/** Not `React.lazy`: what is loaded must open within the key press, or the next key finds no focus. */
async function load(): Promise<void> {
  FilterCombobox = (await import('./filter-combobox.tsx')).FilterCombobox
}

/** A filter of which several options may be chosen. Its list is loaded when someone reaches for it. */
export function FilterSelect<Value extends string | number>(props: FilterSelectProps<Value>) {
  const [isWanted, setWanted] = useState(false)
  const { start, isOn, take } = useTypedAhead()
  const prepare = () => void load().catch(() => {})

  function open() {
    start()
    if (FilterCombobox) return setWanted(true)
    void load().then(
      () => isOn() && setWanted(true),
      // A part of the program that is gone is for the error boundary of the screen.
      (error: unknown) => {
        take()
        setWanted(() => {
          throw error
        })
      },
    )
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open()
  }

  if (isWanted && FilterCombobox) return <FilterCombobox {...props} takeTyped={take} />
  return (
    <FilterChip {...props}>
      {(button) => (
        <button
          {...button}
          aria-haspopup="listbox"
          aria-expanded="false"
          onMouseEnter={prepare}
          onFocus={prepare}
          onBlur={take}
          onClick={open}
          onKeyDown={openByArrow}
        />
      )}
    </FilterChip>
  )
}
