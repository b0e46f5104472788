import type { chartTexts } from './chart.texts.ts'
import type { UnitFormat } from './format-unit.ts'
import { type AlignedLines, summarizeLine, valueAt } from './line-data.ts'
import type { Band } from './line-marks.tsx'
import type { Span } from './span.ts'
import type { TimeLabels } from './time-labels.ts'

type Context = {
  words: (typeof chartTexts)['en']
  lines: AlignedLines
  format: UnitFormat
  labels: TimeLabels
}

/** What the picture shows, in sentences. */
export function describeLines({
  words,
  lines,
  bounds,
  format,
  labels,
  shown,
}: Context & { bounds: { first: number; last: number }; shown: Span }) {
  const sentences = lines.series.map(({ label, values }) => {
    const summary = summarizeLine(values, bounds.first, bounds.last)
    if (!summary) return words.lineEmpty(label)
    const { lowest, highest, latest, gaps } = summary
    const line = words.line(label, format.value(lowest), format.value(highest), format.value(latest))
    return gaps > 0 ? `${line} ${words.gaps(gaps)}` : line
  })
  return [words.between(labels.exact(shown.from), labels.exact(shown.to)), ...sentences].join(' ')
}

/** One moment in words: every series with its value, and what it is marked as. */
export function describePoint({ words, lines, index, format, labels, bands }: Context & { index: number; bands: readonly Band[] }) {
  const points = lines.series.map(({ label, values }) => {
    const value = valueAt(values, index)
    return `${label} ${value === null ? words.noValue : format.value(value)}`
  })
  return `${labels.exact(lines.times[index] ?? 0)}: ${[...points, ...bands.map(({ label }) => label)].join(', ')}`
}
