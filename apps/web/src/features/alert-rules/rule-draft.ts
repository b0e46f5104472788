import type { RuleValues } from './rule-values.ts'

const start = 'vakt.draft.alert-rule.'

/** Each user, customer and rule has a draft of its own; `about` is the rule, or the resource of a new one. */
export const ruleDraftKey = (parts: { email: string; customerId: string; about: string }): string =>
  start + [parts.email, parts.customerId, parts.about].map(encodeURIComponent).join('.')

/** What was written before; null where nothing was, or it cannot be read. */
export function readRuleDraft(key: string, storage: Storage = localStorage): Partial<RuleValues> | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as Partial<RuleValues>) : null
  } catch {
    return null
  }
}

/** Null removes it. */
export function keepRuleDraft(key: string, values: RuleValues | null, storage: Storage = localStorage): void {
  try {
    if (values) storage.setItem(key, JSON.stringify(values))
    else storage.removeItem(key)
  } catch {
    // Storage may be full or switched off: what is on the screen is not touched by that.
  }
}
