import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { Severity } from '@vakt/contract/severity.ts'

/** As the form holds a mapping: no path is empty, and a list is written with commas. What is optional is hidden at times. */
export type MappingValues = {
  each: string
  key: string
  statePath: string
  resolved?: string
  ignored?: string
  severityPath: string
  severityMap: { from: string; to: Severity }[]
  severityDefault: Severity
  title: string
  description: string
  targets: string
  time: string
  link: string
  runbook: string
  value: string
  threshold: string
  isAdvanced: boolean
  expression?: string
}

/** What is suggested for a source that has none. */
export const newMapping: MappingValues = {
  each: '',
  key: 'id',
  statePath: 'status',
  resolved: 'ok, resolved, closed',
  ignored: '',
  severityPath: 'severity',
  severityMap: [],
  severityDefault: 'medium',
  title: '{title}',
  description: '',
  targets: 'host',
  time: '',
  link: '',
  runbook: '',
  value: '',
  threshold: '',
  isAdvanced: false,
  expression: '',
}

/** Commas within quotes belong to a name. */
export const splitList = (text: string): string[] => (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((part) => part.trim()).filter(Boolean)

const nested: Record<string, keyof MappingValues> = {
  'state.path': 'statePath',
  'state.resolved': 'resolved',
  'state.ignored': 'ignored',
  'severity.path': 'severityPath',
  'severity.map': 'severityMap',
  'severity.default': 'severityDefault',
}

/** The name in the form of what the server names, such as `mapping.state.path`. */
export const fieldOfProperty = (property: string): string =>
  property.replace(/^(?:body\W)?mapping\W/, '').replace(/^(?:state|severity)\W\w+/, (name) => nested[name.replace(/\W/, '.')] ?? name)

const orNull = (text: string) => text.trim() || null

export function toMapping(values: MappingValues): SignalMapping {
  const {
    each,
    key,
    statePath,
    resolved,
    ignored,
    severityPath,
    severityMap,
    severityDefault,
    title,
    targets,
    isAdvanced,
    expression,
    ...paths
  } = values
  return {
    each: orNull(each),
    key: splitList(key),
    state: { path: orNull(statePath), resolved: splitList(resolved ?? ''), ignored: splitList(ignored ?? '') },
    severity: { path: orNull(severityPath), map: severityMap.map(({ from, to }) => ({ from, to })), default: severityDefault },
    title,
    targets: splitList(targets),
    description: orNull(paths.description),
    time: orNull(paths.time),
    link: orNull(paths.link),
    runbook: orNull(paths.runbook),
    value: orNull(paths.value),
    threshold: orNull(paths.threshold),
    expression: isAdvanced ? orNull(expression ?? '') : null,
  }
}

export function toValues(mapping: SignalMapping | null): MappingValues {
  if (!mapping) return newMapping
  const { state, severity, key, targets, title, expression = null, ...paths } = mapping
  return {
    key: key.join(', '),
    statePath: state.path ?? '',
    resolved: state.resolved.join(', '),
    ignored: state.ignored.join(', '),
    severityPath: severity.path ?? '',
    severityMap: severity.map,
    severityDefault: severity.default,
    title,
    targets: targets.join(', '),
    each: paths.each ?? '',
    description: paths.description ?? '',
    time: paths.time ?? '',
    link: paths.link ?? '',
    runbook: paths.runbook ?? '',
    value: paths.value ?? '',
    threshold: paths.threshold ?? '',
    isAdvanced: expression !== null,
    expression: expression ?? '',
  }
}
