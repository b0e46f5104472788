/** Each user, customer and thing has a draft of its own; `about` is what is edited, or where a new one is created. */
export const draftKey = (kind: string, parts: { email: string; customerId: string; about: string }): string =>
  `vakt.draft.${kind}.${[parts.email, parts.customerId, parts.about].map(encodeURIComponent).join('.')}`

/** What was written, and what is edited as it was when the writing began; null for a new one. */
export type FormDraft<Base, Values> = { base: Base | null; values: Partial<Values> }

/** What was written before; null where nothing was, or it cannot be read. */
export function readDraft<Base, Values>(key: string, storage: Storage = localStorage): FormDraft<Base, Values> | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('values' in kept) || !('base' in kept)) return null
    return typeof kept.values === 'object' && kept.values !== null ? (kept as FormDraft<Base, Values>) : null
  } catch {
    return null
  }
}

/** Null removes it. */
export function keepDraft<Base, Values>(key: string, draft: FormDraft<Base, Values> | null, storage: Storage = localStorage): void {
  try {
    if (draft) storage.setItem(key, JSON.stringify(draft))
    else storage.removeItem(key)
  } catch {
    // Storage may be full or switched off: what is on the screen is not touched by that.
  }
}
