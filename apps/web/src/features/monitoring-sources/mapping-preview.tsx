import { useQuery } from '@tanstack/react-query'
import type { MappingPreview as Preview, SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { signalNoteTexts } from '#web/shared/signals/signal-note.texts.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { mappingTexts } from './mapping.texts.ts'
import { previewQuery } from './mapping-queries.ts'
import styles from './monitoring-sources.module.css'
import type { SourceKey } from './source-queries.ts'

/** What the mapping makes of the sample, as it is typed. */
export function MappingPreview({ sourceKey, mapping, sample }: { sourceKey: SourceKey; mapping: SignalMapping; sample: string }) {
  const words = useTexts(mappingTexts)
  const { data, isError } = useQuery(previewQuery(sourceKey, { mapping, sample }))
  return (
    <section className={styles.preview} aria-label={words.preview} aria-live="polite">
      <h2 className={styles.previewTitle}>{words.preview}</h2>
      {sample.trim() === '' ? <p className={styles.help}>{words.noSample}</p> : null}
      {isError ? <p role="alert">{words.previewFailed}</p> : null}
      {!isError && data && sample.trim() !== '' ? <Result preview={data} /> : null}
    </section>
  )
}

function Result({ preview: { kind, reason, count, alerts } }: { preview: Preview }) {
  const words = useTexts(mappingTexts)
  const { note } = useTexts(signalNoteTexts)
  if (kind !== 'alerts') return <p data-kind={kind}>{reason && note(reason)}</p>
  return (
    <>
      <p className={styles.help}>{words.previewOf(count)}</p>
      {alerts.map((alert, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alerts of a sample have no identity but their place
        <OneAlert key={index} alert={alert} />
      ))}
    </>
  )
}

function OneAlert({ alert }: { alert: Preview['alerts'][number] }) {
  const words = useTexts(mappingTexts)
  const format = useFormat()
  const { name, state, severity, description, key, at, targets, value, threshold, link, runbook } = alert
  return (
    <article className={styles.previewAlert}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {description ? <p>{description}</p> : null}
      <Facts>
        <Fact label={words.facts.state}>{words.states[state]}</Fact>
        <Fact label={words.facts.severity}>{words.severities[severity]}</Fact>
        <Fact label={words.facts.key}>{key}</Fact>
        <Fact label={words.facts.at}>{at ? format.exact(at) : null}</Fact>
        <Fact label={words.facts.targets}>{targets.length > 0 ? targets.join(', ') : words.none}</Fact>
        <Fact label={words.facts.value}>{value && threshold ? `${value} / ${threshold}` : value}</Fact>
        <Fact label={words.facts.link}>{link}</Fact>
        <Fact label={words.facts.runbook}>{runbook}</Fact>
      </Facts>
    </article>
  )
}
