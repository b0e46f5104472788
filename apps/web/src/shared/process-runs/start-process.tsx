import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { startableQuery, useChangeRun } from './process-run-queries.ts'
import { processRunTexts } from './process-runs.texts.ts'
import styles from './run-dots.module.css'

type Props = { customerId: string; incidentId: string; entityId: string | undefined; onClose: () => void }

/** Asks which process to start by hand. */
export function StartProcess({ customerId, incidentId, entityId, onClose }: Props) {
  const words = useTexts(processRunTexts)
  const query = useQuery(startableQuery(customerId, entityId))
  const change = useChangeRun(customerId)
  const start = (processId: string) =>
    change.mutate(
      { kind: 'start', incidentId, processId },
      {
        onSuccess: () => {
          showToast(words.started, 'success')
          onClose()
        },
      },
    )
  return (
    <Dialog isOpen title={words.startTitle} onClose={onClose}>
      <p className={styles.dim}>{words.startText}</p>
      {query.isPending ? <ListSkeleton rows={2} /> : null}
      {query.isError ? <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.result.length === 0 ? <p className={styles.dim}>{words.nothingToStart}</p> : null}
      <ul className={styles.list}>
        {query.data?.result.map(({ processModelId, name }) => (
          <li key={processModelId} className={styles.choice}>
            <bdi className={styles.name}>{name}</bdi>
            <Button
              size="compact-sm"
              aria-label={words.startOne(name)}
              loading={change.isPending && change.variables.kind === 'start' && change.variables.processId === processModelId}
              onClick={() => start(processModelId)}
            >
              {words.startVerb}
            </Button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
