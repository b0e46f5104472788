import { ApiError } from '#web/platform/api.ts'

/** The server names fields by where they stand in what is sent; the form holds what is inside `content`. */
export function withoutContent(error: unknown, others: Record<string, string> = {}): unknown {
  if (error instanceof ApiError)
    for (const field of error.errors as { property: string }[])
      field.property = others[field.property] ?? field.property.replace(/^content\./, '')
  return error
}
