import type { ResourceLimit } from '@vakt/contract/users/users.ts'

/** As a form holds a limit: each tag is an object, so that the server can find it. */
export type LimitValues = { sees: 'all' | 'some'; limitTags: { tag: string }[]; limitGroups: string[] }

export const limitValuesOf = (limit: ResourceLimit | null): LimitValues => ({
  sees: limit ? 'some' : 'all',
  limitTags: (limit?.tags ?? []).map((tag) => ({ tag })),
  limitGroups: [...(limit?.resourceGroups ?? [])],
})

/** What is sent of it; null: they see all. */
export const limitOf = ({ sees, limitTags = [], limitGroups = [] }: LimitValues): ResourceLimit | null =>
  sees === 'all' ? null : { tags: limitTags.map(({ tag }) => tag), resourceGroups: limitGroups }

/** Whether it names something; a limit that names nothing would show nothing. */
export const namesSomething = ({ sees, limitTags = [], limitGroups = [] }: LimitValues): boolean =>
  sees === 'all' || limitTags.length + limitGroups.length > 0

/** The keys whose values are looked at for what was typed, those that it names first; `key=` asks for the values of that key. */
export function keysToAsk(typed: string, keys: readonly string[]): string[] {
  const text = typed.trim().toLowerCase()
  const at = text.indexOf('=')
  const wanted = at > 0 ? text.slice(0, at).trim() : text
  const matches = keys.filter((key) => (at > 0 ? key.toLowerCase() === wanted : key.toLowerCase().includes(wanted)))
  return at > 0 ? matches : [...new Set([...matches, ...keys])].slice(0, 50)
}
