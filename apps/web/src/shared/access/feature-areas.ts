import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'

/** The parts of the portal that rights are given for, in the order in which they are listed everywhere. */
export const areas = ['overview', 'tickets', 'myenvironment', 'servicewindow', 'report', 'appmonitor'] as const
export type Area = (typeof areas)[number]
export type Level = 'read' | 'write'

/** Undefined where there is nothing to write. */
export const keyOf = (area: Area, level: Level): FeatureKey | undefined => featureKeys.find((key) => key === `@feature.${area}.${level}`)
