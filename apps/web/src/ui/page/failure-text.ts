import { currentLanguage } from '#web/platform/language.ts'
import { ApiError } from '#web/platform/request.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { errorMessageTexts } from './error-messages.texts.ts'

/** What a feature says of a call of its own that failed. */
export type FailureWords = {
  /** What did not happen; said where nothing more is known. */
  failed: string
  /** By the translation keys of its own contract. */
  messages?: Record<string, string | undefined> | undefined
  /** Where someone else changed it meanwhile, for a 409 that no message is about. */
  conflict?: string | undefined
}

const generalKeys: Partial<Record<number, keyof typeof errorMessageTexts.en>> = {
  403: 'error.forbidden',
  404: 'error.not_found',
  413: 'error.too_large',
  429: 'error.too_many',
  503: 'error.unavailable',
}

/**
 * What is said of a failed call: the feature's words for its own codes, else what any call may be refused with, such as no answer in time, else
 * what did not happen.
 */
export function failureText(error: unknown, { failed, messages = {}, conflict }: FailureWords): string {
  if (!(error instanceof ApiError)) return failed
  const keys = error.errors.flatMap(({ message_translation_key: key }) => key ?? [])
  const own = keys.map((key) => messages[key]).find(Boolean)
  if (own) return own
  if (error.status === 409 && conflict) return conflict
  const language = currentLanguage()
  const general: Record<string, string | undefined> = errorMessageTexts[language]
  // That something went wrong on our side says less than what did not happen.
  const known = keys.map((key) => (key === 'error.unexpected' ? undefined : general[key])).find(Boolean)
  const said = known ?? general[generalKeys[error.status] ?? '']
  if (said) return said
  return error.status === 0 ? `${failed} ${uiTexts[language].helpOffline}` : failed
}
