import { useMutation } from '@tanstack/react-query'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { errorMessageTexts } from '#web/ui/page/error-messages.texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { bulkTexts } from './bulk.texts.ts'
import styles from './bulk-bar.module.css'

type BulkActionProps<Row, Choice> = {
  selection: RowSelection<Row>
  /** The verb on the button. */
  label: string
  /** One call about all of the rows. */
  run: (rows: Row[], choice: Choice | undefined) => Promise<ManyOutcome>
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
  const { selection, label, run, done, idOf = selection.keyOf, nameOf, reasons = {}, question, choose } = props
  const words = useTexts(bulkTexts)
  const errors: Record<string, string> = useTexts(errorMessageTexts)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ name: string; reason: string }[]>([])
  const reasonOf = (key: string, message: string) => reasons[key] ?? (key === 'error.not_found' ? words.isGone : (errors[key] ?? message))
  const apply = useMutation({
    mutationFn: ({ rows, choice }: { rows: Row[]; choice?: Choice }) => run(rows, choice),
    onSuccess(outcome, { rows: asked }) {
      const rows = new Map(asked.map((row) => [idOf(row), row]))
      const named = outcome.refused.map(({ id, message, message_translation_key: key }) => {
        const row = rows.get(id)
        return { name: row === undefined ? id : nameOf(row), reason: reasonOf(key, message) }
      })
      setAsking(false)
      if (outcome.changed > 0) showToast(done(outcome.changed), 'success')
      setRefused(named)
      if (named.length === 0) selection.clear()
      else selection.keepOnly((row) => outcome.refused.some(({ id }) => id === idOf(row)))
    },
    onError(error) {
      setAsking(false)
      const [first] = error instanceof ApiError ? error.errors : []
      showToast(first ? reasonOf(first.message_translation_key ?? '', first.message) : words.failed, 'failure')
    },
  })
  const applyTo = (choice?: Choice) => apply.mutate({ rows: selection.chosen, ...(choice === undefined ? {} : { choice }) })
  const isTooMany = selection.keys.size > (selection.max ?? Number.POSITIVE_INFINITY)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        loading={apply.isPending}
        disabled={isTooMany}
        onClick={() => (question || choose ? setAsking(true) : applyTo())}
      >
        {label}
      </Button>
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
              {refused.map(({ name, reason }) => (
                <li key={name}>
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
