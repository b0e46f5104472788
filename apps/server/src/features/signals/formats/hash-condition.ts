import { createHash } from 'node:crypto'

/** The same parts in the same order give the same 32 characters, on every machine and in every release. */
export function hashCondition(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
