import { useQuery } from '@tanstack/react-query'
import type { MonitoredFolder, MonitoredUrl } from '@vakt/contract/agents/agent-configurations.ts'
import type { EntityMetric } from '@vakt/contract/metrics.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import { type Format, useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import styles from './agent.module.css'
import { metricsOfMachineQuery } from './agent-queries.ts'
import { measuredNowTexts } from './measured-now.texts.ts'

type Props = { customerId: string; entityId: string; entry: MonitoredUrl | MonitoredFolder }
type Latest = { value: number; at: string }
type Words = typeof measuredNowTexts.en
type Writing = { words: Words; language: Language; format: Format }
type Said = { text: string; isBad: boolean; at: string }

/** The latest value of a series with these dimensions. */
function latestOf(metrics: readonly EntityMetric[], metric: string, dimensions: Record<string, string>): Latest | null {
  const series = metrics.find(
    (one) => one.metric === metric && Object.entries(dimensions).every(([name, value]) => one.dimensions[name] === value),
  )
  return series?.latest && series.latest.value !== null ? { value: series.latest.value, at: series.latest.at } : null
}

function sayOfUrl({ name }: MonitoredUrl, metrics: readonly EntityMetric[], { words, language }: Writing): Said | null {
  const [up, duration] = (['up', 'duration'] as const).map((what) => latestOf(metrics, `vakt.url.${what}`, { url: name }))
  if (!up) return null
  const took = duration ? `, ${writeValue(Math.round(duration.value), 'vakt.url.duration', 'ms', language)}` : ''
  return { text: `${up.value === 1 ? words.up : words.down}${took}`, isBad: up.value !== 1, at: up.at }
}

function sayOfFolder(
  { folderPath, fileMask }: MonitoredFolder,
  metrics: readonly EntityMetric[],
  { words, language, format }: Writing,
): Said | null {
  const folder = folderPath.slice(0, 300)
  const read = (what: string) => latestOf(metrics, `vakt.folder.${what}`, { folder, mask: fileMask })
  const [files, size, age, cut] = [read('files'), read('size'), read('oldest_age'), read('cut')]
  const failed = latestOf(metrics, 'vakt.check.failed', { check: folder })
  if (failed && (!files || failed.at > files.at)) return { text: words.unreadable, isBad: true, at: failed.at }
  if (!files) return null
  const parts = [
    words.files(files.value),
    size && writeValue(size.value, 'vakt.folder.size', 'By', language),
    age && files.value > 0 && words.oldest(format.relative(new Date(Date.parse(age.at) - age.value * 1000).toISOString())),
  ]
  const text = parts.filter(Boolean).join(', ')
  return { text: cut && cut.at >= files.at ? words.atLeast(text) : text, isBad: false, at: files.at }
}

/** What was last measured at an address or in a folder. A chunk of its own, for those who may see metrics. */
export function MeasuredNow({ customerId, entityId, entry }: Props) {
  const words = useTexts(measuredNowTexts)
  const writing = { words, language: useLanguage(), format: useFormat() }
  const query = useQuery(metricsOfMachineQuery({ customerId, entityId }))
  if (!query.data) return null
  const { metrics } = query.data
  const said = 'url' in entry ? sayOfUrl(entry, metrics, writing) : sayOfFolder(entry, metrics, writing)
  if (!said) return null
  return (
    <span className={styles.measured}>
      <span className={said.isBad ? styles.stopped : undefined}>{said.text}</span> · <RelativeTime iso={said.at} />
    </span>
  )
}
