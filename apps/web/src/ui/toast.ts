import { notifications } from '@mantine/notifications'
import { currentLanguage } from '#web/platform/language.ts'
import { uiTexts } from './ui.texts.ts'

/** One toast at a time; the next waits for its turn. Success stays 3 s, failure 5 s, unless said otherwise. */
export function showToast(message: string, kind: 'success' | 'failure' = 'success', milliseconds = kind === 'failure' ? 5000 : 3000): void {
  notifications.show({
    message,
    autoClose: milliseconds,
    ...(kind === 'failure' ? { color: 'red', role: 'alert' } : { role: 'status' }),
    closeButtonProps: { 'aria-label': uiTexts[currentLanguage()].close },
  })
}
