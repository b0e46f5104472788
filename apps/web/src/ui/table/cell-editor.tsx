import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import styles from './cell-editor.module.css'

// Loaded when someone reaches for it, as beside facts: it is larger than a list.
const loadPopover = () => import('#web/ui/overlay/fact-popover.tsx')
const FactPopover = lazy(() => loadPopover().then((module) => ({ default: module.FactPopover })))

type CellEditorProps = {
  /** What the button does, with the name of the row. */
  label: string
  children: ReactNode
  /** Rendered while it is open; it may be lazy. */
  editor: (close: () => void) => ReactNode
}

/** A value of a row that is changed in place: pressing it opens its editor below. */
export function CellEditor({ label, children, editor }: CellEditorProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const prepare = () => void loadPopover().catch(() => {})
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span className={styles.anchor}>
      <button
        ref={button}
        type="button"
        className={styles.value}
        title={label}
        aria-expanded={isOpen}
        onMouseEnter={prepare}
        onFocus={prepare}
        // Else what closes the open one by a press outside of it would have this press open it again.
        onMouseDown={(event) => isOpen && event.stopPropagation()}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.text}>{children}</span>
        <span className={styles.unseen}>{label}</span>
        <ChevronDown size={13} aria-hidden="true" className={styles.arrow} />
      </button>
      {isOpen ? (
        <Suspense>
          <FactPopover label={label} onClose={close}>
            {editor(close)}
          </FactPopover>
        </Suspense>
      ) : null}
    </span>
  )
}
