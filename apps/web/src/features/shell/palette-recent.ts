import { type PaletteGroup, paletteGroups } from './palette-item.ts'

/** What someone chose in the palette. What does something has no address: it is found again by its id. */
export type RecentChoice = { id: string; group: PaletteGroup; label: string; detail?: string; href?: string }

const storageKey = 'vakt.palette-recent'
const maxChoices = 6

function isChoice(value: unknown): value is RecentChoice {
  if (typeof value !== 'object' || value === null) return false
  const { id, group, label, detail = '', href = '/' } = value as Partial<Record<keyof RecentChoice, unknown>>
  const isOwnAddress = typeof href === 'string' && /^\/(?![/\\])/.test(href)
  return [id, label, detail].every((text) => typeof text === 'string') && isOwnAddress && paletteGroups.some((one) => one === group)
}

/** The latest first; nothing of another user of this browser. */
export function readRecentChoices(email: string, storage: Pick<Storage, 'getItem'> = localStorage): RecentChoice[] {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? '{}') as { email?: unknown; choices?: unknown } | null
    return stored?.email === email && Array.isArray(stored.choices) ? stored.choices.filter(isChoice) : []
  } catch {
    return []
  }
}

export function noteRecentChoice(email: string, choice: RecentChoice, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  const others = readRecentChoices(email, storage).filter(({ id }) => id !== choice.id)
  storage.setItem(storageKey, JSON.stringify({ email, choices: [choice, ...others].slice(0, maxChoices) }))
}
