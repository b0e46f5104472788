import { createElement } from 'react'
import { currentLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { arrivalToastId, toastWanted } from './toast-wanted.ts'
import styles from './undo-toast.module.css'

const milliseconds = 8000

/** Says what happened without the user, with a link to it. */
export function showLinkToast(message: string, link: { text: string; href: string }): void {
  const words = uiTexts[currentLanguage()]
  dispatchEvent(new Event(toastWanted))
  void import('./toasts.tsx').then(
    ({ notifications }) => {
      const hide = () => notifications.hide(arrivalToastId)
      const anchor = createElement(PlainLink, { href: link.href, className: styles.link, onClick: hide }, link.text)
      hide()
      notifications.show({
        id: arrivalToastId,
        message: createElement('span', { className: styles.line }, createElement('span', null, message), anchor),
        autoClose: milliseconds,
        role: 'status',
        closeButtonProps: { 'aria-label': words.close },
      })
    },
    (error: unknown) => noteFailure('toast', error),
  )
}
