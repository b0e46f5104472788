import { thresholdComparisons } from '@vakt/contract/alert-rules/threshold-comparisons.ts'
import { nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** What an alert rule of Vakt found, of which readers make a sentence in their language. */
export const RuleFinding = object({
  metric: Type.String(),
  /** As its sender wrote it. */
  unit: nullable(Type.String()),
  resource: Type.String(),
  /** Which service, address, disk or such of the resource, where the metric measures several; absent for one that measures the resource itself. */
  part: Type.Optional(Type.String()),
  /** Null: no data was received. */
  value: nullable(Type.Number()),
  comparison: oneOf(thresholdComparisons),
  limit: Type.Number(),
})
export type RuleFinding = Static<typeof RuleFinding>
