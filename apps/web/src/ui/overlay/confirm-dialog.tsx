import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './confirm-dialog.module.css'

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** What it means, above all what cannot be undone. */
  text: string
  /** The verb on the button that does it. */
  action: string
  isBusy?: boolean
  /** Why it was not done, where it was tried. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. The focus begins on the way back. */
export function ConfirmDialog({ isOpen, title, text, action, isBusy = false, problem, onConfirm, onClose }: ConfirmDialogProps) {
  const words = useTexts(uiTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (isOpen || !dialog.current?.open) return
    dialog.current.close()
    // What opened it, and would have the focus again, may be gone by what was done.
    const focused = document.activeElement
    if (focused === document.body || dialog.current.contains(focused)) focusHeading()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which the browser does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      onCancel={onClose}
      // The close event is queued: the dialog may have been opened again before it is delivered.
      onClose={() => !dialog.current?.open && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button color="red" variant="light" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
