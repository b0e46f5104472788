import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ViewStore } from './use-view-store.ts'
import type { AskedOfView } from './view-bar.tsx'
import { ViewForm } from './view-form.tsx'
import { viewTexts } from './views.texts.ts'

type DialogProps = {
  store: ViewStore
  search: TicketView['search']
  mayShare: boolean
  asked: AskedOfView | null
  onOpen: (view: TicketView | null) => void | Promise<void>
  onClose: () => void
}

/** Asks for the name of a view that is saved or renamed, and whether one is really to go. */
export function ViewDialog({ store, search, mayShare, asked, onOpen, onClose }: DialogProps) {
  const words = useTexts(viewTexts)
  const { create, rename, remove } = store
  // The last question stays in sight while the dialog closes.
  const [question, setQuestion] = useState<AskedOfView>(asked ?? { what: 'save' })
  if (asked && asked !== question) setQuestion(asked)
  async function leaveView() {
    await onOpen(null)
    onClose()
  }

  if (question.what === 'remove') {
    const { viewId, name, isShared } = question.view
    return (
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.removeViewQuestion(name)}
        text={`${words.removeViewText} ${isShared ? words.sharedViewText : ''}`}
        action={words.removeView}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(viewId, { onSuccess: () => void leaveView() })}
        onClose={onClose}
      />
    )
  }
  const renamed = question.what === 'rename' ? question.view : null
  const action = renamed ? words.renameView : words.saveView
  return (
    <Dialog isOpen={asked !== null} title={action} onClose={onClose}>
      <ViewForm
        name={renamed?.name ?? ''}
        mayShare={mayShare && !renamed}
        action={action}
        onSave={async ({ name, isShared = false }) => {
          if (renamed) return void (await rename(renamed.viewId, name))
          await onOpen(await create.mutateAsync({ name, isShared, search }))
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
