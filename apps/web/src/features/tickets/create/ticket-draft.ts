const start = 'vakt.draft.create-ticket.'

/** Texts only: files cannot be kept, and whom the ticket is from is known anyway. */
export type TicketDraft = Partial<Record<'subject' | 'type' | 'area' | 'description', string>> & { priority?: number }

/** Each user, customer and thing that the ticket is about has a draft of its own. */
export const draftKey = (parts: { email: string; customerId: string; about?: string | undefined }): string =>
  start + [parts.email, parts.customerId, parts.about ?? ''].map(encodeURIComponent).join('.')

const isText = (value: unknown): value is string => typeof value === 'string'

/** What was written before; null when there is nothing worth giving back. */
export function readTicketDraft(key: string, storage: Storage = localStorage): TicketDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { subject, type, area, description, priority } = kept as Record<string, unknown>
    const texts = Object.entries({ subject, type, area, description }).filter(([, value]) => isText(value))
    const draft: TicketDraft = { ...Object.fromEntries(texts), ...(Number.isInteger(priority) ? { priority: priority as number } : {}) }
    return draft.subject?.trim() || draft.description?.trim() ? draft : null
  } catch {
    return null
  }
}

export function keepTicketDraft(key: string, draft: TicketDraft, storage: Storage = localStorage): void {
  try {
    if (draft.subject?.trim() || draft.description?.trim()) storage.setItem(key, JSON.stringify(draft))
    else storage.removeItem(key)
  } catch {
    // Storage may be full or switched off: the text on the screen is not touched by that.
  }
}

export function removeTicketDraft(key: string, storage: Storage = localStorage): void {
  try {
    storage.removeItem(key)
  } catch {
    // Switched off: then nothing was kept.
  }
}
