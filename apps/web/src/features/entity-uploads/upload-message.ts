import { useTexts } from '#web/platform/texts.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { entityUploadTexts } from './entity-uploads.texts.ts'

/** What a refused call is told as. */
export function useUploadMessage(): (error: unknown) => string {
  const { messages, general } = useTexts(entityUploadTexts)
  return (error) => failureText(error, { failed: general, messages })
}
