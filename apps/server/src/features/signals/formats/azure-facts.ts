import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import { isResourceId, resourceTarget } from './alert-targets.ts'
import { type Fields, field, isFields, readList, readText, textLimits } from './read-field.ts'

/** What the context of an alert adds to its essentials; each kind of alert fills what it knows. */
export type AzureFacts = {
  kind:
    | 'metric'
    | 'web-test'
    | 'log'
    | 'activity'
    | 'service-health'
    | 'resource-health'
    | 'prometheus'
    | 'cost'
    | 'smart-detection'
    | 'other'
  /** Health events are one condition whichever rule told of them. */
  isSameForEveryRule: boolean
  /** What tells conditions of one rule on one target apart. */
  identity: string[]
  /** The labels that hold what `identity` is made of, where those are its dimensions. */
  dimensions: string[]
  name: string | null
  /** Stands in when the essentials name no rule. */
  rule: string | null
  /** Overrides the monitor condition, which says "Fired" for every health event. */
  state: 'firing' | 'resolved' | null
  startedAt: Date | null
  endedAt: Date | null
  paragraphs: (string | null)[]
  metricName: string | null
  labels: Record<string, string>
  /** More exact than the target that the alert itself names, such as the machine behind a log workspace. */
  closerTargets: AlertTarget[]
  /** Used when the alert names no target. */
  otherTargets: AlertTarget[]
  sourceUrl: string | null
}

export const noFacts: AzureFacts = {
  kind: 'other',
  isSameForEveryRule: false,
  identity: [],
  dimensions: [],
  name: null,
  rule: null,
  state: null,
  startedAt: null,
  endedAt: null,
  paragraphs: [],
  metricName: null,
  labels: {},
  closerTargets: [],
  otherTargets: [],
  sourceUrl: null,
}

export type Dimension = { name: string; value: string }

export function readDimensions(value: unknown): Dimension[] {
  return readList(value)
    .filter(isFields)
    .map((dimension) => ({ name: readText(field(dimension, 'name'), textLimits.labelName), value: readText(field(dimension, 'value')) }))
    .filter((dimension): dimension is Dimension => dimension.name !== null && dimension.value !== null)
}

/** The same for the same dimensions, in whatever order they come and however a resource id is spelled. */
export function identifyDimensions(dimensions: Dimension[]): string[] {
  const parts = dimensions.map(({ name, value }) => `${name.toLowerCase()}=${isResourceId(value) ? value.toLowerCase() : value}`)
  return [...new Set(parts)].toSorted()
}

export function labelDimensions(dimensions: Dimension[]): Record<string, string> {
  return Object.fromEntries(dimensions.map(({ name, value }) => [name, value]))
}

export function resourcesIn(dimensions: Dimension[]): AlertTarget[] {
  return dimensions.flatMap(({ value }) => resourceTarget(value))
}

/** These fields of an object as labels, under the same names; what is missing is left out. */
export function labelFields(fields: Fields, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names
      .map((name): [string, string | null] => [name, readText(field(fields, name))])
      .filter((label): label is [string, string] => label[1] !== null),
  )
}
