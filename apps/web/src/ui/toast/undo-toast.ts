import { createElement } from 'react'
import { currentLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { arrivalToastId } from './toast-wanted.ts'
import styles from './undo-toast.module.css'

const milliseconds = 10_000

/** Says what was done, and takes it back at a press, for ten seconds. */
export function showUndoToast(message: string, onUndo: () => void): void {
  const words = uiTexts[currentLanguage()]
  void import('./toasts.tsx').then(
    ({ notifications }) => {
      const undo = () => {
        notifications.hide(id)
        onUndo()
      }
      const button = createElement('button', { type: 'button', className: styles.undo, onClick: undo }, words.undo)
      notifications.hide(arrivalToastId)
      const id = notifications.show({
        message: createElement('span', { className: styles.line }, createElement('span', null, message), button),
        autoClose: milliseconds,
        role: 'status',
        closeButtonProps: { 'aria-label': words.close },
      })
    },
    (error: unknown) => noteFailure('toast', error),
  )
}
