import type { Severity } from '@vakt/contract/severity.ts'

const words: Record<Severity, string[]> = {
  critical: [
    'critical',
    'crit',
    'page',
    'p0',
    'p1',
    'sev0',
    'sev1',
    '0',
    '1',
    'emergency',
    'emerg',
    'fatal',
    'disaster',
    'urgent',
    'blocker',
  ],
  high: ['high', 'error', 'err', 'major', 'p2', 'sev2', '2'],
  medium: ['medium', 'warning', 'warn', 'moderate', 'average', 'p3', 'sev3', '3'],
  low: [
    'low',
    'info',
    'information',
    'informational',
    'notice',
    'debug',
    'verbose',
    'none',
    'minor',
    'ok',
    'p4',
    'p5',
    'sev4',
    'sev5',
    '4',
    '5',
  ],
}

const severityOfWord = new Map(
  Object.entries(words).flatMap(([severity, list]) => list.map((word): [string, Severity] => [word, severity as Severity])),
)

/** What a monitoring system's word means here: 1 and P1 are the worst. Null for words that say nothing. */
export function readSeverity(word: string | null): Severity | null {
  if (word === null) return null
  return severityOfWord.get(word.toLowerCase().replaceAll(/[\s_-]/g, '')) ?? null
}
