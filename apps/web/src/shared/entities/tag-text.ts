import { readTag, writeTag } from '@vakt/domain/resource-limit.ts'

/** A tag that is written as addresses and limits have it, as people read it. */
export function tagText(written: string): string {
  const { key, value } = readTag(written)
  return `${key}=${value}`
}

/** `key=value` as it was typed, whether or not any resource has it. */
export function typedTags(typed: string): string[] {
  const at = typed.indexOf('=')
  return at > 0 ? [writeTag(typed.slice(0, at).trim(), typed.slice(at + 1).trim())] : []
}
