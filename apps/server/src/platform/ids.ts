import { NotFound } from '#server/platform/errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id from a path. What cannot be the id of a row is not found, exactly like one that is no one's. */
export function readUuid(text: string): string {
  if (!uuid.test(text)) throw new NotFound()
  return text
}

export function readNumericId(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new NotFound()
  return text
}
