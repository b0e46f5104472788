import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { TicketSearch } from './ticket-search.ts'
import type { AskedOfView } from './ticket-view-bar.tsx'
import { TicketViewForm } from './ticket-view-form.tsx'
import { ticketViewTexts } from './ticket-views.texts.ts'
import { useTicketViews } from './use-ticket-views.ts'

type DialogProps = { customerId: string; search: TicketSearch; mayShare: boolean; asked: AskedOfView | null; onClose: () => void }

/** Asks for the name of a view that is saved or renamed, and whether one is really to go. */
export function TicketViewDialog({ customerId, search, mayShare, asked, onClose }: DialogProps) {
  const words = useTexts(ticketViewTexts)
  const navigate = useNavigate()
  const { create, rename, remove } = useTicketViews(customerId)
  // The last question stays in sight while the dialog closes.
  const [question, setQuestion] = useState<AskedOfView>(asked ?? { what: 'save' })
  if (asked && asked !== question) setQuestion(asked)
  const scope = search.all ? { all: true as const } : {}
  const goTo = (view?: string) =>
    navigate({
      to: '/tickets/$customerId',
      params: { customerId },
      search: { ...scope, ...(view ? { view } : {}) },
      replace: true,
      resetScroll: false,
    })

  if (question.what === 'remove') {
    const { viewId, name, isShared } = question.view
    return (
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.removeViewQuestion(name)}
        text={`${words.removeViewText} ${isShared ? words.sharedViewText : ''}`}
        action={words.removeView}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(viewId, { onSuccess: () => void goTo().then(onClose) })}
        onClose={onClose}
      />
    )
  }
  const renamed = question.what === 'rename' ? question.view : null
  const action = renamed ? words.renameView : words.saveView
  return (
    <Dialog isOpen={asked !== null} title={action} onClose={onClose}>
      <TicketViewForm
        name={renamed?.name ?? ''}
        mayShare={mayShare && !renamed}
        action={action}
        onSave={async ({ name, isShared = false }) => {
          if (renamed) return void (await rename(renamed.viewId, name))
          const { viewId } = await create.mutateAsync({ name, isShared, search })
          await goTo(viewId)
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
