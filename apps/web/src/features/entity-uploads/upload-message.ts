import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { errorMessageTexts } from '#web/ui/page/error-messages.texts.ts'
import { entityUploadTexts } from './entity-uploads.texts.ts'

/** What a refused call is told as. */
export function useUploadMessage(): (error: unknown) => string {
  const { messages, general } = useTexts(entityUploadTexts)
  const known: Record<string, string | undefined> = { ...useTexts(errorMessageTexts), ...messages }
  return (error) => {
    const first = error instanceof ApiError ? error.errors[0] : undefined
    return known[first?.message_translation_key ?? ''] ?? first?.message ?? general
  }
}
