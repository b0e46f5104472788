import { type KeyboardEvent, useState } from 'react'
import { OptionControl, type OptionSelectProps } from './option-control.tsx'
import styles from './option-select.module.css'
import { useTypedAhead } from './use-typed-ahead.ts'

type Combobox = typeof import('./option-combobox.tsx').OptionCombobox

let OptionCombobox: Combobox | undefined

async function load(): Promise<void> {
  OptionCombobox = (await import('./option-combobox.tsx')).OptionCombobox
}

const prepare = () => void load().catch(() => {})

/** One or many of any number of options, found by searching. Its list is loaded when someone reaches for it. */
export function OptionSelect(props: OptionSelectProps) {
  const [isWanted, setWanted] = useState(false)
  const { start, isOn, take } = useTypedAhead()

  function open() {
    start()
    if (OptionCombobox) return setWanted(true)
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

  if (isWanted && OptionCombobox) return <OptionCombobox {...props} takeTyped={take} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the focus that its parts let go
    <div className={styles.frame} onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || props.onBlur()}>
      <OptionControl {...props} onClear={() => document.getElementById(props.id)?.focus()}>
        {(button) => (
          <button
            {...button}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded="false"
            onMouseEnter={prepare}
            onFocus={prepare}
            onBlur={take}
            onClick={open}
            onKeyDown={openByArrow}
          />
        )}
      </OptionControl>
    </div>
  )
}
