import { showToast } from '#web/ui/toast/toast.ts'

/** Puts the text on the clipboard and says so, or that the browser would not. */
export async function copyText(text: string, words: { copied: string; copyFailed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(words.copied, 'success')
  } catch {
    showToast(words.copyFailed, 'failure')
  }
}
