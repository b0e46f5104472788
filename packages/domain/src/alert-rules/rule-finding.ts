import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import { metricName } from '@vakt/domain/readable-names/metric-names.ts'

type Language = 'en' | 'sv'
type Comparison = RuleFinding['comparison']

const beyond: Record<Comparison, (value: number, limit: number) => boolean> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => Math.abs(value - limit) <= 1e-6 * Math.max(1, Math.abs(limit)),
}

const sentences = {
  en: {
    silent: (subject: string) => `${subject}: no data received`,
    is: (subject: string, value: string, limit: string) => `${subject} is ${value}, ${limit}`,
    of: (metric: string, resource: string) => `${metric} of ${resource}`,
    limits: {
      '>': 'above the limit of',
      '>=': 'at or above the limit of',
      '<': 'below the limit of',
      '<=': 'at or below the limit of',
      '=': 'equal to the limit of',
    },
    limit: 'limit',
  },
  sv: {
    silent: (subject: string) => `${subject}: inga data tas emot`,
    is: (subject: string, value: string, limit: string) => `${subject} är ${value}, ${limit}`,
    of: (metric: string, resource: string) => `${metric} på ${resource}`,
    limits: {
      '>': 'över gränsvärdet',
      '>=': 'på eller över gränsvärdet',
      '<': 'under gränsvärdet',
      '<=': 'på eller under gränsvärdet',
      '=': 'lika med gränsvärdet',
    },
    limit: 'gränsvärde',
  },
} as const

const longestName = 60

/** The label that names what is measured on a resource that has several of it. */
const labelOfPart: Record<string, string> = {
  'vakt.service.up': 'service',
  'vakt.website.up': 'website',
  'vakt.app_pool.up': 'app_pool',
  'vakt.url.up': 'url',
  'vakt.url.duration': 'url',
  'vakt.folder.files': 'folder',
  'vakt.folder.size': 'folder',
  'vakt.folder.oldest_age': 'folder',
  'vakt.event_log.events': 'query',
  'vakt.check.failed': 'check',
  'system.filesystem.utilization': 'mountpoint',
}

/** So short that the value and the limit stay in a title. */
const shorten = (name: string) => (name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name)

/** What a rule found, as a sentence: `CPU load of vm-web-01 is 97%, above the limit of 80%`. */
export function writeRuleFinding({ metric, unit, resource, part, value, comparison, limit }: RuleFinding, language: Language): string {
  const words = sentences[language]
  const name = shorten(metricName(metric)[language])
  const subject = words.of(part ? `${name} (${shorten(part)})` : name, shorten(resource))
  if (value === null) return words.silent(subject)
  const write = (number: number) => writeValue(number, metric, unit, language)
  const relation = beyond[comparison](value, limit) ? words.limits[comparison] : words.limit
  return words.is(subject, write(value), `${relation} ${write(limit)}`)
}

/** What an incident is called in a language: what a rule of Vakt found, else the words of its source. */
export const incidentTitle = ({ title, finding }: { title: string; finding: RuleFinding | null }, language: Language): string =>
  finding ? writeRuleFinding(finding, language) : title

/** The description of an alert of a rule, which begins with what was found in English, with that in another language. */
export function translateFinding(description: string, finding: RuleFinding, language: Language): string {
  const english = writeRuleFinding(finding, 'en')
  return description.startsWith(english) ? writeRuleFinding(finding, language) + description.slice(english.length) : description
}

const isComparison = (text: string | undefined): text is Comparison => text !== undefined && Object.hasOwn(beyond, text)

type RuleAlert = { source: string; metricName: string | null; targetName: string | null; labels?: Record<string, string> }

/** What a rule of Vakt found, from the labels that it gives its alerts; null for an alert of another source. */
export function readRuleFinding({ source, metricName: metric, targetName, labels = {} }: RuleAlert): RuleFinding | null {
  const { operator, threshold, metricValue, metric_unit: unit } = labels
  const limit = Number(threshold)
  if (source !== 'alert-rule' || metric === null || !threshold || Number.isNaN(limit) || !isComparison(operator)) return null
  const value = metricValue === undefined ? Number.NaN : Number(metricValue)
  const part = labels[(Object.hasOwn(labelOfPart, metric) && labelOfPart[metric]) || '']
  return {
    ...{ metric, unit: unit ?? null, resource: targetName ?? '', comparison: operator, limit },
    ...(part && { part }),
    value: Number.isNaN(value) ? null : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)),
  }
}
