import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelContent, PanelPart, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { mappingTexts } from './mapping.texts.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { SourceBadge } from './source-badge.tsx'
import { SourceChecksPart } from './source-checks.tsx'
import { SourceForm } from './source-form.tsx'
import { keyOfSource, useChangeSource } from './source-queries.ts'
import { RestoreSource, RevokeSource } from './source-revocation.tsx'
import { SourceSecret } from './source-secret.tsx'
import { SourceSignals } from './source-signals.tsx'
import { SourceTokens } from './source-tokens.tsx'

/** Everything about one source: how it is, its tokens, how to connect it, and what can be changed. */
export function SourceContent({ source, onClose }: { source: MonitoringSource; onClose: () => void }) {
  const words = useTexts(sourceTexts)
  const change = useChangeSource(keyOfSource(source))
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <SourceSecret source={source} secret={secret} onDone={() => setSecret(null)} />
  return (
    <PanelContent>
      <div>
        <PanelTitle>{source.name}</PanelTitle>
        <SourceBadge source={source} />
      </div>
      <SourceFacts source={source} />
      {source.revokedAt ? (
        <RestoreSource source={source} onClose={onClose} />
      ) : (
        <>
          <PanelPart title={words.tokens}>
            <SourceTokens source={source} onRotated={setSecret} />
          </PanelPart>
          <PanelPart title={words.connect}>
            <ConnectGuide source={source} secret={null} />
          </PanelPart>
          <SourceChecksPart source={source} />
          <MappingLink source={source} />
          <SourceSignals source={source} />
          <PanelPart title={words.change}>
            <SourceForm
              key={source.version}
              source={source}
              onSubmit={(values) => change.mutateAsync({ ...values, version: source.version })}
              onSent={() => showToast(words.saved, 'success')}
            />
          </PanelPart>
          <div>
            <RevokeSource source={source} onClose={onClose} />
          </div>
        </>
      )}
    </PanelContent>
  )
}

function MappingLink({ source: { formats, customer, sourceId } }: { source: MonitoringSource }) {
  const words = useTexts(mappingTexts)
  if (formats && !formats.includes('generic')) return null
  return (
    <PanelPart title={words.edit}>
      <p className={styles.help}>{words.editHelp}</p>
      <PlainLink className={styles.inText} href={`/admin/sources/${customer.customerId}/${sourceId}/mapping`}>
        {words.open}
      </PlainLink>
    </PanelPart>
  )
}

function SourceFacts({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceTexts)
  const format = useFormat()
  const { customer, lastSignalAt, lastHeartbeatAt, silentSince, signals, signalsLastDay, createdAt, createdBy, revokedAt } = source
  const when = (iso: string | null) => (iso ? <RelativeTime iso={iso} /> : null)
  return (
    <Facts>
      <Fact label={words.customer}>{customer.isProvider ? words.allCustomers(customer.name) : customer.name}</Fact>
      <Fact label={words.lastSignal}>{lastSignalAt ? when(lastSignalAt) : words.never}</Fact>
      <Fact label={words.lastHeartbeat}>{when(lastHeartbeatAt)}</Fact>
      <Fact label={words.silentSince}>{when(silentSince)}</Fact>
      <Fact label={words.signals}>
        <span className={styles.numbers}>{words.signalsHelp(format.number(signalsLastDay), format.number(signals))}</span>
      </Fact>
      <Fact label={words.created}>
        {format.exact(createdAt)}
        {createdBy ? `, ${createdBy}` : ''}
      </Fact>
      <Fact label={words.revoked}>{revokedAt ? format.exact(revokedAt) : null}</Fact>
    </Facts>
  )
}
