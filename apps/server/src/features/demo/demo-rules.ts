import type { Severity } from '@vakt/contract/severity.ts'
import type { AzureKind } from './azure-types.ts'
import { computeRules } from './demo-compute-rules.ts'
import { serviceRules } from './demo-service-rules.ts'

/** A rule of the customer's monitoring. `{name}`, `{variant}` and `{value}` stand for the resource, what of it fails, and the measured value. */
export type DemoRule = {
  name: string
  source: 'alertmanager' | 'azure-monitor'
  severity: Severity
  kinds: readonly AzureKind[]
  metricName: string | null
  description: string
  value: readonly [low: number, high: number]
  /** The label that tells alerts of this rule on one resource apart. */
  variants?: { label: string; values: readonly string[] }
  /** How long it lasts. */
  minutes: readonly [low: number, high: number]
  when: 'day' | 'night' | 'any'
  weight: number
  /** Typical of the hours after a release. */
  followsRelease?: boolean
  /** A rule that fires on the same resource soon after. */
  companion?: string
  /** What somebody on duty writes when they take it up, and when it is done. */
  taken: string
  solved: string
}

export const demoRules: readonly DemoRule[] = [...computeRules, ...serviceRules]
