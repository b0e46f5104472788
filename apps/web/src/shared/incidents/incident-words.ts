import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'

type Words = typeof import('./metric-words.ts')

let loaded: Words | undefined
let isAskedFor = false
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  loaded = await import('./metric-words.ts')
  for (const listener of listeners) listener()
}

/** The words, a file of their own, are fetched once. */
function loadWords(): void {
  if (isAskedFor) return
  isAskedFor = true
  load().catch((error: unknown) => {
    isAskedFor = false
    noteFailure('words of incidents', error)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function useLoaded(): Words | undefined {
  useEffect(loadWords, [])
  return useSyncExternalStore(subscribe, () => loaded)
}

/**
 * What an incident is called: what an alert rule of Vakt found, in the reader's language; else the words of its source. Until the words are there
 * what a rule found stands in English.
 */
export function useIncidentTitle(): (incident: { title: string; finding: RuleFinding | null }) => string {
  const language = useLanguage()
  const words = useLoaded()
  return ({ title, finding }) => (finding && words ? words.writeRuleFinding(finding, language) : title)
}

/** What an alert is described as: what an alert rule of Vakt found stands in the reader's language, what people wrote as they wrote it. */
export function useAlertDescription(): (alert: { description: string; finding: RuleFinding | null }) => string {
  const language = useLanguage()
  const words = useLoaded()
  return ({ description, finding }) => (finding && words ? words.translateFinding(description, finding, language) : description)
}

type MetricWords = {
  /** What people call a metric; until the words are there, its own name. */
  nameOf(metric: string): string
  /** A value with its unit; null until the words are there. */
  writeValue(value: number, metric: string, unit: string | null): string | null
}

/** Names and values of metrics in the reader's language. */
export function useMetricWords(): MetricWords {
  const language = useLanguage()
  const words = useLoaded()
  return useMemo(
    () => ({
      nameOf: (metric) => words?.metricName(metric)[language] ?? metric,
      writeValue: (value, metric, unit) => words?.writeValue(value, metric, unit, language) ?? null,
    }),
    [words, language],
  )
}
