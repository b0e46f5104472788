import { useMutation } from '@tanstack/react-query'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { errorMessageTexts } from '#web/ui/page/error-messages.texts.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { bulkTexts } from './bulk.texts.ts'
import styles from './bulk-bar.module.css'
import { BulkProgressNote } from './bulk-progress-note.tsx'
import { useBulkRun } from './use-bulk-run.ts'

type BulkActionProps<Row, Choice> = {
  selection: RowSelection<Row>
  /** The verb on the button. */
  label: string
  /** One call about some of the rows, at most `batchSize` of the selection. */
  run: (rows: Row[], choice: Choice | undefined) => Promise<ManyOutcome>
  /** Asks for the list again, after the last call. */
  refresh: () => Promise<unknown>
  /** Takes back what was done to these rows: offered for a few seconds. */
  undo?: (rows: Row[]) => void
  /** Says what was done to so many. */
  done: (count: number) => string
  /** By what refused rows are named; without it by the key of the row. */
  idOf?: (row: Row) => string
  /** What a row is called where it was refused. */
  nameOf: (row: Row) => string
  /** Why rows are refused, by the key of the server's message. */
  reasons?: Record<string, string>
  /** What is asked before something that cannot be undone. */
  question?: { title: string; text: string }
  /** What is chosen before, in a dialog: calls back with it. */
  choose?: (onChosen: (choice: Choice) => void) => ReactNode
}

/** Does one thing to the chosen rows, and says which of them were refused and why; these stay chosen. */
export function BulkAction<Row, Choice = never>(props: BulkActionProps<Row, Choice>) {
  const { selection, label, run, refresh, undo, done, idOf = selection.keyOf, nameOf, reasons = {}, question, choose } = props
  const words = useTexts(bulkTexts)
  const errors: Record<string, string> = useTexts(errorMessageTexts)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ id: string; name: string; reason: string }[]>([])
  const reasonOf = (key: string, message: string) => reasons[key] ?? (key === 'error.not_found' ? words.isGone : (errors[key] ?? message))
  const bulk = useBulkRun(selection)
  const sayFailed = (error: unknown, untried: number) => {
    const reason = failureText(error, { failed: words.failed, messages: { 'error.not_found': words.isGone, ...reasons } })
    showToast(untried > 0 ? `${reason} ${words.untried(untried)}` : reason, 'failure')
  }
  const apply = useMutation({
    async mutationFn({ rows, choice }: { rows: Row[]; choice?: Choice }) {
      setAsking(false)
      const { outcomes, untried, failure } = await bulk.start((some) => run(some, choice))
      await refresh()
      const byId = new Map(rows.map((row) => [idOf(row), row]))
      const notDone = outcomes.flatMap(({ refused: some }) => some)
      const left = new Set([...notDone.map(({ id }) => id), ...untried.map(idOf)])
      const changed = outcomes.reduce((sum, outcome) => sum + outcome.changed, 0)
      if (changed > 0 && undo) showUndoToast(done(changed), () => undo(rows.filter((row) => !left.has(idOf(row)))))
      else if (changed > 0) showToast(done(changed), 'success')
      if (failure) sayFailed(failure.error, outcomes.length > 0 ? untried.length : 0)
      setRefused(
        notDone.map(({ id, message, message_translation_key: key }) => {
          const row = byId.get(id)
          return { id, name: row === undefined ? id : nameOf(row), reason: reasonOf(key, message) }
        }),
      )
      if (left.size === 0) selection.clear()
      else selection.keepOnly((row) => left.has(idOf(row)))
    },
    onError: (error) => sayFailed(error, 0),
  })
  const applyTo = (choice?: Choice) => apply.mutate({ rows: selection.chosen, ...(choice === undefined ? {} : { choice }) })
  const close = () => setAsking(false)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        loading={apply.isPending}
        onClick={() => (question || choose ? setAsking(true) : applyTo())}
      >
        {label}
      </Button>
      {bulk.progress ? <BulkProgressNote progress={bulk.progress} onStop={bulk.stop} /> : null}
      {createPortal(
        <>
          {question ? (
            <ConfirmDialog
              {...question}
              isOpen={isAsking}
              action={label}
              isBusy={apply.isPending}
              onConfirm={() => applyTo()}
              onClose={close}
            />
          ) : null}
          {choose ? (
            <Dialog isOpen={isAsking} title={label} onClose={close}>
              {choose(applyTo)}
            </Dialog>
          ) : null}
          <Dialog isOpen={refused.length > 0} title={words.refused(refused.length)} onClose={() => setRefused([])}>
            <ul className={styles.refused}>
              {refused.map(({ id, name, reason }) => (
                <li key={id}>
                  <bdi>{name}</bdi>: {reason}
                </li>
              ))}
            </ul>
            <DialogActions>
              <Button onClick={() => setRefused([])}>{words.done}</Button>
            </DialogActions>
          </Dialog>
        </>,
        document.body,
      )}
    </>
  )
}
