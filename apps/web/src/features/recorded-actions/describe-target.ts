import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'

const uuid = /^([a-z-]+ )*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const nameIn = (value: unknown): string => wordOf(typeof value === 'object' && value !== null && 'name' in value ? value.name : null)

type Targeted = Pick<RecordedAction, 'target' | 'details' | 'customerId' | 'entityName'>

/** What it was done to, in few words; empty where the record holds nothing that a person would read. */
export function describeTarget({ target, details, customerId, entityName }: Targeted): string {
  const named = wordOf(details.name) || wordOf(details.email) || entityName || nameIn(details.after) || nameIn(details.before)
  if (named) return named
  if (target.startsWith('ticket ')) return `#${target.slice('ticket '.length)}`
  if (target.startsWith('/')) return [target.split('/').at(-1), wordOf(details.format).toUpperCase()].filter(Boolean).join(', ')
  return target === customerId || uuid.test(target) ? '' : target
}
