import type { AlertEvent, AlertTarget } from '@vakt/domain/alert-event.ts'
import { withoutEndSlashes } from '@vakt/domain/trim-characters.ts'

/** What two ids of a cloud resource are compared by: ARM ids without case and without a slash at the end, all others exactly. */
export function externalKeyOf(externalId: string): string {
  const trimmed = externalId.trim()
  return /^\/(subscriptions|providers|tenants)\//i.test(trimmed) ? withoutEndSlashes(trimmed.toLowerCase()) : trimmed
}

/** A machine's name as signals write it: the first label, in lower case. An address stays whole. */
export function hostNameOf(name: string): string {
  const lower = name.trim().toLowerCase()
  return /^[\d.:]+$/.test(lower) ? lower : (lower.split('.')[0] ?? lower)
}

/** What two targets of one kind are compared by. */
export function keyOfTarget({ kind, value }: AlertTarget): string {
  if (kind === 'resource-id') return externalKeyOf(value)
  return kind === 'host' ? hostNameOf(value) : value.toLowerCase()
}

const longestKey = 600

/** What an event is bound to an entity by when nothing matches: the first thing that it names, or the condition itself. */
export function targetKeyOf({ targets, targetName, fingerprint }: Pick<AlertEvent, 'targets' | 'targetName' | 'fingerprint'>): string {
  const [target] = targets
  if (target) return `${target.kind} ${keyOfTarget(target)}`.slice(0, longestKey)
  return (targetName ? `name ${targetName.toLowerCase()}` : `alert ${fingerprint}`).slice(0, longestKey)
}
