import type { AlertRule } from '@vakt/contract/alert-rules.ts'
import type { RuleValues } from './rule-values.ts'

const start = 'vakt.draft.alert-rule.'

/** Each user, customer and rule has a draft of its own; `about` is the rule, or the resource of a new one. */
export const ruleDraftKey = (parts: { email: string; customerId: string; about: string }): string =>
  start + [parts.email, parts.customerId, parts.about].map(encodeURIComponent).join('.')

/** What was written, and the rule as it was when the writing began; null for a new one. */
export type RuleDraft = { base: AlertRule | null; values: Partial<RuleValues> }

/** What was written before; null where nothing was, or it cannot be read. */
export function readRuleDraft(key: string, storage: Storage = localStorage): RuleDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('values' in kept) || !('base' in kept)) return null
    return typeof kept.values === 'object' && kept.values !== null ? (kept as RuleDraft) : null
  } catch {
    return null
  }
}

/** Null removes it. */
export function keepRuleDraft(key: string, draft: RuleDraft | null, storage: Storage = localStorage): void {
  try {
    if (draft) storage.setItem(key, JSON.stringify(draft))
    else storage.removeItem(key)
  } catch {
    // Storage may be full or switched off: what is on the screen is not touched by that.
  }
}
