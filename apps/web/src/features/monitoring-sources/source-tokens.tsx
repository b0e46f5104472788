import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { renewedExpiry } from '#web/shared/tokens/token-lifetime.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Choice } from '#web/ui/controls/choice.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { keyOfSource, useEndReplacedToken, useRotateToken } from './source-queries.ts'

/** The token in use and the one that it replaced, and how to rotate. */
export function SourceTokens({ source, onRotated }: { source: MonitoringSource; onRotated: (secret: string) => void }) {
  const words = useTexts(sourceTexts)
  const end = useEndReplacedToken(keyOfSource(source))
  const [isRotating, setRotating] = useState(false)
  const endNow = () => void end.mutateAsync(undefined).then(() => showToast(words.ended, 'success'), failureToast(words.failed))
  return (
    <div className={styles.guide}>
      <ul className={styles.tokens}>
        {source.tokens.map((token, index) => (
          <TokenRow key={token.tokenId} token={token} isReplaced={index > 0}>
            {index > 0 ? (
              <Button size="compact-md" variant="default" loading={end.isPending} onClick={endNow}>
                {words.endNow}
              </Button>
            ) : null}
          </TokenRow>
        ))}
      </ul>
      {isRotating ? (
        <Rotate source={source} onRotated={onRotated} onCancel={() => setRotating(false)} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setRotating(true)}>
            {words.rotate}
          </Button>
        </div>
      )}
    </div>
  )
}

type Token = MonitoringSource['tokens'][number]

function TokenRow({ token, isReplaced, children }: { token: Token; isReplaced: boolean; children: React.ReactNode }) {
  const words = useTexts(sourceTexts)
  const format = useFormat()
  const { ending, expiresAt, lastSignalAt } = token
  return (
    <li className={styles.tokenRow}>
      <div>
        <div>
          <code>{ending ? `vakt_ing_…${ending}` : 'vakt_ing_…'}</code> {isReplaced ? words.replaced : words.inUse}
        </div>
        <div className={styles.dim}>
          {expiresAt ? words.worksUntil(format.exact(expiresAt)) : words.worksForever} ·{' '}
          {lastSignalAt ? (
            <>
              {words.lastUsed} <RelativeTime iso={lastSignalAt} />
            </>
          ) : (
            words.notUsed
          )}
        </div>
      </div>
      {children}
    </li>
  )
}

const overlaps = ['0', '1', '24', '168'] as const
type Overlap = (typeof overlaps)[number]

type RotateProps = { source: MonitoringSource; onRotated: (secret: string) => void; onCancel: () => void }

function Rotate({ source, onRotated, onCancel }: RotateProps) {
  const words = useTexts(sourceTexts)
  const rotate = useRotateToken(keyOfSource(source))
  const [overlap, setOverlap] = useState<Overlap>('24')
  const [token] = source.tokens
  const submit = () =>
    void rotate
      .mutateAsync({ overlapHours: Number(overlap), expiresAt: token ? renewedExpiry(token, new Date(serverNow())) : null })
      .then(({ secret }) => onRotated(secret), failureToast(words.failed))
  return (
    <div className={styles.rotate}>
      <Choice<Overlap>
        label={words.overlap}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={setOverlap}
      />
      <p className={styles.help}>{overlap === '0' ? words.overlapNone : words.overlapHelp}</p>
      <div className={styles.actions}>
        <Button loading={rotate.isPending} onClick={submit}>
          {words.rotateNow}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
