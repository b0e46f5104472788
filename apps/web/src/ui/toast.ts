import { currentLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { uiTexts } from './ui.texts.ts'

/** One toast at a time; the next waits for its turn. Success stays 3 s, failure 5 s, unless said otherwise. */
export function showToast(message: string, kind: 'success' | 'failure' = 'success', milliseconds = kind === 'failure' ? 5000 : 3000): void {
  const options = {
    message,
    autoClose: milliseconds,
    ...(kind === 'failure' ? { color: 'red' as const, role: 'alert' } : { role: 'status' }),
    closeButtonProps: { 'aria-label': uiTexts[currentLanguage()].close },
  }
  // The piece that shows toasts was asked for at the first key or click, which came before this.
  void import('./toasts.tsx').then(
    ({ notifications }) => notifications.show(options),
    (error: unknown) => noteFailure('toast', error),
  )
}
