import { object, oneOf, type Static, Type } from './schema.ts'

/** From worst to mildest. A group without open incidents is *all good*, which is no severity. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const Severity = oneOf(severities)
export type Severity = (typeof severities)[number]

/** How many there are of each severity. */
export const SeverityCounts = object({
  critical: Type.Integer(),
  high: Type.Integer(),
  medium: Type.Integer(),
  low: Type.Integer(),
})
export type SeverityCounts = Static<typeof SeverityCounts>
