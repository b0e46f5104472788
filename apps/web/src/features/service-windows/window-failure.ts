import { useTexts } from '#web/platform/texts.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { windowMessageTexts } from './window-messages.texts.ts'
import { windowTexts } from './windows.texts.ts'

/** Says why something was not done: in words of ours where the server names the reason. */
export function useFailureToast(): (error: unknown) => void {
  const words = useTexts(windowTexts)
  const messages: Record<string, string | undefined> = useTexts(windowMessageTexts)
  return failureToast({ failed: words.failed, messages })
}
