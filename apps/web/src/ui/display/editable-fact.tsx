import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import styles from './editable-fact.module.css'

// Loaded on intent: the Popover of Mantine is 23 kB (gzip), and the ticket page is 3 kB below its budget.
const loadPopover = () => import('#web/ui/overlay/fact-popover.tsx')
const FactPopover = lazy(() => loadPopover().then((module) => ({ default: module.FactPopover })))

type EditableFactProps = {
  label: string
  /** What the button says to those who do not see the pencil. */
  changeLabel: string
  children: ReactNode
  /** Rendered while it is open; it may be lazy, and is shown whole, so that its first field takes the focus. */
  editor: (close: () => void) => ReactNode
  /** Loads what the editor needs, when someone reaches for it. */
  onIntent?: () => void
  /** More words that find it in the command palette. */
  keywords?: string | undefined
  trigger?: RefObject<HTMLButtonElement | null> | undefined
}

/** A fact with a way to change it, in place. */
export function EditableFact({ label, changeLabel, children, editor, onIntent, keywords = '', trigger }: EditableFactProps) {
  const [isOpen, setOpen] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const button = trigger ?? own
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const prepare = () => {
    void loadPopover().catch(() => {})
    onIntent?.()
  }
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <div className={styles.value}>{children}</div>
        <span className={styles.anchor}>
          <button
            ref={button}
            type="button"
            className={styles.change}
            aria-label={changeLabel}
            data-act={keywords}
            title={changeLabel}
            aria-expanded={isOpen}
            onMouseEnter={prepare}
            onFocus={prepare}
            // Else what closes the open one by a press outside of it would have this press open it again.
            onMouseDown={(event) => isOpen && event.stopPropagation()}
            onClick={() => setOpen(!isOpen)}
          >
            <Pencil size={13} aria-hidden="true" />
          </button>
          {isOpen ? (
            <Suspense>
              <FactPopover label={changeLabel} onClose={close}>
                {editor(close)}
              </FactPopover>
            </Suspense>
          ) : null}
        </span>
      </dd>
    </div>
  )
}
