import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

type DialogProps = { isOpen: boolean; title: ReactNode; onClose: () => void; children: ReactNode }

/** A question or a small form over the page. Escape and a click beside it close it. */
export function Dialog({ isOpen, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  // One that is taken out of the page while it is open would take the focus with it; closed, it gives it back to what it was opened from.
  const isThere = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    isThere.current = true
    return () => {
      isThere.current = false
      element?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={typeof title === 'string' ? title : undefined}
      onCancel={onClose}
      // Browsers may close without a cancel event. The close event is queued: the dialog may be open again when it is delivered.
      onClose={() => isThere.current && !dialog.current?.open && isOpen && onClose()}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      {isOpen ? (
        <div className={styles.body}>
          <h2 className={styles.title}>{title}</h2>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

/** What can be done, at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
