import { type MonitoringSource, sourceLimits } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { keyOfSource, useRestoreSource, useRevokeSource } from './source-queries.ts'

type Props = { source: MonitoringSource; onClose: () => void }

function useRestore(source: MonitoringSource) {
  const words = useTexts(sourceTexts)
  const restore = useRestoreSource(keyOfSource(source))
  const run = () => restore.mutateAsync(undefined).then(() => showToast(words.restored, 'success'), failureToast(words.restoreFailed))
  return { run, isPending: restore.isPending }
}

/** Asks in its place, saying what will stop; then it can be undone for a moment. */
export function RevokeSource({ source, onClose }: Props) {
  const words = useTexts(sourceTexts)
  const revoke = useRevokeSource(keyOfSource(source))
  const restore = useRestore(source)
  const run = () =>
    void revoke.mutateAsync(undefined).then(() => {
      showUndoToast(words.revokedDone(source.name), () => void restore.run())
      onClose()
    }, failureToast(words.failed))
  const ask = words.revokeAsk(source.signalsLastDay)
  return <RemoveButton words={{ remove: words.revoke, removeAsk: ask, keep: words.keep }} loading={revoke.isPending} onRemove={run} />
}

/** For a revoked source: the way back, while there is one. */
export function RestoreSource({ source, onClose }: Props) {
  const words = useTexts(sourceTexts)
  const restore = useRestore(source)
  const isRecent = serverNow() - Date.parse(source.revokedAt ?? '') < sourceLimits.undoRevokeMinutes * 60_000
  return (
    <div className={styles.guide}>
      <p className={styles.help}>{isRecent ? words.restoreHelp : words.revokedForGood}</p>
      {isRecent ? (
        <div>
          <Button variant="default" loading={restore.isPending} onClick={() => void restore.run().then(onClose)}>
            {words.restore}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
