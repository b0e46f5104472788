import { oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { type AzureKind, azureTypes } from './azure-types.ts'
import { numberRange, readDemoContent } from './read-demo-content.ts'

/** A rule of the customer's monitoring. `{name}`, `{variant}` and `{value}` stand for the resource, what of it fails, and the measured value. */
const DemoRule = Type.Object({
  name: Type.String(),
  source: oneOf(['alertmanager', 'azure-monitor']),
  severity: Severity,
  kinds: Type.Array(oneOf(Object.keys(azureTypes) as AzureKind[])),
  metricName: Type.Union([Type.String(), Type.Null()]),
  description: Type.String(),
  value: numberRange,
  /** The label by which alerts of this rule on one resource differ. */
  variants: Type.Optional(Type.Object({ label: Type.String(), values: Type.Array(Type.String()) })),
  minutes: numberRange,
  when: oneOf(['day', 'night', 'any']),
  weight: Type.Number(),
  followsRelease: Type.Optional(Type.Boolean({ description: 'Typical of the hours after a release.' })),
  companion: Type.Optional(Type.String({ description: 'A rule that fires on the same resource soon after.' })),
  taken: Type.String({ description: 'What the person on call writes when they acknowledge the incident.' }),
  solved: Type.String({ description: 'What the person on call writes when the incident is resolved.' }),
})
export type DemoRule = Static<typeof DemoRule>

export const demoRules: readonly DemoRule[] = readDemoContent('alert-rules', DemoRule)
