import { type RetentionKind, retentionKinds, retentionTerms } from '@vakt/contract/retention/retention-terms.ts'
import type { FieldDefinition, FieldRule } from '#web/forms/field-definition.ts'

/** As they are typed: an empty field is no number. */
export type RetentionValues = Record<RetentionKind, number | ''>

const isWithin = (kind: RetentionKind, days: number) => days >= retentionTerms[kind].minDays && days <= retentionTerms[kind].maxDays

const withinLimits = (kind: RetentionKind): FieldRule => ({
  passes: (value) => value === '' || isWithin(kind, Number(value)),
  problem: { message: '', key: 'retention.range' },
})

/**
 * Checked by rules, without `min` and `max`: with these a field that is left empty, or holds too little, would become the minimum, and more would be
 * removed than anyone chose.
 */
export const retentionFields = (textsOf: (kind: RetentionKind) => { label: string; help: string }): FieldDefinition<RetentionValues>[] =>
  retentionKinds.map((kind) => ({ type: 'number', name: kind, rules: [withinLimits(kind)], ...textsOf(kind) }))

/** The chosen days; null while one is out of its limits. */
export function askedOf(values: RetentionValues): Partial<Record<RetentionKind, number>> | null {
  const chosen = retentionKinds.flatMap((kind) => (values[kind] === '' ? [] : [[kind, values[kind]] as const]))
  return chosen.every(([kind, days]) => isWithin(kind, days)) ? Object.fromEntries(chosen) : null
}
