import { useQuery } from '@tanstack/react-query'
import { type MonitoringSource, signalFormats } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SourceSignal } from '@vakt/contract/monitoring-sources/source-signals.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { indentJson } from '#web/shared/alerts/indent-json.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { signalNoteTexts } from '#web/shared/signals/signal-note.texts.ts'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelPart } from '#web/ui/overlay/panel-content.tsx'
import { connectTexts } from './connect.texts.ts'
import styles from './monitoring-sources.module.css'
import { keyOfSource, type SourceKey, sourceSignalQuery, sourceSignalsQuery } from './source-queries.ts'
import { sourceSignalTexts } from './source-signals.texts.ts'
import { SourceTopics } from './source-topics.tsx'
import { TestSource } from './test-source.tsx'

/** A test through the source, and what it sent last with what came of it. */
export function SourceSignals({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceSignalTexts)
  const key = keyOfSource(source)
  const { data, isError } = useQuery(sourceSignalsQuery(key))
  const formats = signalFormats.filter((format) => source.formats?.includes(format) ?? true)
  const hasTestFiring = data?.signals.some(({ isTest, alerts }) => isTest && alerts.some(({ state }) => state === 'firing')) ?? false
  return (
    <>
      {data && data.topics.length > 0 ? (
        <PanelPart title={words.topics}>
          <SourceTopics sourceKey={key} topics={data.topics} />
        </PanelPart>
      ) : null}
      {formats.length > 0 ? (
        <PanelPart title={words.test}>
          <TestSource sourceKey={key} formats={formats} hasTestFiring={hasTestFiring} />
        </PanelPart>
      ) : null}
      <PanelPart title={words.title}>
        {isError ? <p role="alert">{words.failed}</p> : null}
        {data?.signals.length === 0 ? <p className={styles.help}>{words.none}</p> : null}
        <ul className={styles.signals}>
          {data?.signals.map((signal) => (
            <SignalRow key={signal.signalId} sourceKey={key} signal={signal} />
          ))}
        </ul>
      </PanelPart>
    </>
  )
}

function SignalRow({ sourceKey, signal }: { sourceKey: SourceKey; signal: SourceSignal }) {
  const words = useTexts(sourceSignalTexts)
  const names: Record<string, string | undefined> = useTexts(connectTexts).formatNames
  const noteTexts = useTexts(signalNoteTexts)
  const [isOpen, setOpen] = useState(false)
  const { state, format, receivedAt, isTest, note, alerts } = signal
  return (
    <li className={styles.signal} data-bad={state === 'done' || state === 'pending' ? undefined : true}>
      <div className={styles.signalHead}>
        <span className={styles.signalState}>{words.states[state]}</span>
        <span className={styles.dim}>
          <RelativeTime iso={receivedAt} /> · {names[format] ?? format}
          {isTest ? ` · ${words.isTest}` : ''}
        </span>
      </div>
      {note ? <div>{noteTexts.note(note)}</div> : null}
      {alerts.map((alert) => (
        <div key={alert.alertId}>
          <bdi>{alert.name}</bdi>: {words.alertStates[alert.state]}
          {alert.incidentId ? (
            <>
              {' · '}
              <PlainLink className={styles.inText} href={incidentPath(alert.customerId, alert.incidentId)}>
                {words.incident} {alert.incidentId}
              </PlainLink>
            </>
          ) : null}
        </div>
      ))}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.show}</summary>
        {isOpen ? <SignalBody sourceKey={sourceKey} signalId={signal.signalId} /> : null}
      </details>
    </li>
  )
}

function SignalBody({ sourceKey, signalId }: { sourceKey: SourceKey; signalId: string }) {
  const words = useTexts(sourceSignalTexts)
  const { data, isError } = useQuery(sourceSignalQuery(sourceKey, signalId))
  if (data) return <CopyBlock label={words.body} text={indentJson(data.body)} />
  return <p className={styles.help}>{isError ? words.failed : words.loading}</p>
}
