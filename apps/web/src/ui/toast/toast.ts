import { currentLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import type { FailureWords } from '#web/ui/page/failure-text.ts'
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

/** Tells why a call failed; handed to what may fail: `onError: failureToast(words.failed)`. */
export const failureToast =
  (words: string | FailureWords) =>
  (error: unknown): void =>
    void import('./toasts.tsx').then(
      ({ failureText }) => showToast(failureText(error, typeof words === 'string' ? { failed: words } : words), 'failure'),
      (broken: unknown) => noteFailure('toast', broken),
    )
