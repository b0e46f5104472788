import type { FieldError } from '@vakt/contract/errors.ts'

/** The message of each field that the server found wrong, translated where its key is known; `others` belong to no shown field. */
export function fieldMessages<Field extends string>(
  errors: FieldError[],
  fields: readonly Field[],
  translations: Record<string, string | undefined>,
): { fields: Partial<Record<Field, string>>; others: string[] } {
  const found: Partial<Record<Field, string>> = {}
  const others: string[] = []
  for (const error of errors) {
    const text = translations[error.message_translation_key ?? ''] ?? error.message
    const field = fields.find((one) => one === error.property.replace(/^body[./]/, '').replace(/^\//, ''))
    if (field) found[field] ??= text
    else if (text) others.push(text)
  }
  return { fields: found, others }
}
