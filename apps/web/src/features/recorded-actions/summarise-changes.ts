import type { Detail } from './describe-details.ts'

/** How a list says values: statuses and booleans in words, others as they are. */
type Words = { names: Record<string, string | undefined>; values: Record<string, string | undefined> }

const maxChanges = 2
const maxLength = 40

const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text)

/** What changed from what to what, as short as a row of the log; empty where nothing has both. */
export function summariseChanges(details: Detail[], { names, values }: Words): string {
  const say = (value: string) => cut(values[value] ?? value)
  const [before, after] = ['before', 'after'].map((name) => details.find((detail) => detail.name === name && 'value' in detail))
  const status = before && after && 'value' in before && 'value' in after ? [`${say(before.value)} → ${say(after.value)}`] : []
  const changed = details.flatMap((detail) =>
    'before' in detail ? [`${names[detail.name] ?? detail.name}: ${say(detail.before)} → ${say(detail.after)}`] : [],
  )
  const all = [...status, ...changed]
  const more = all.length - maxChanges
  return [...all.slice(0, maxChanges), ...(more > 0 ? [`+${more}`] : [])].join(' · ')
}
