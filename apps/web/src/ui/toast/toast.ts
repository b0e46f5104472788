import { currentLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { type ToastKind, type ToastOptions, toastOptions } from './toast-options.ts'
import { arrivalToastId } from './toast-wanted.ts'

/** One toast at a time; the next waits for its turn. */
export function showToast(message: string, kind: ToastKind = 'info', options?: ToastOptions): void {
  const shown = { message, ...toastOptions(kind, options), closeButtonProps: { 'aria-label': uiTexts[currentLanguage()].close } }
  // The piece that shows toasts was asked for at the first key or click, which came before this.
  void import('./toasts.tsx').then(
    ({ notifications }) => {
      notifications.hide(arrivalToastId)
      notifications.show(shown)
    },
    (error: unknown) => noteFailure('toast', error),
  )
}
