import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import type { TicketSearch } from './ticket-search.ts'
import type { AskedOfView } from './ticket-view-bar.tsx'
import { useTicketViews } from './use-ticket-views.ts'

type DialogProps = { customerId: string; search: TicketSearch; mayShare: boolean; asked: AskedOfView | null; onClose: () => void }
const longestName = 80

/** Asks for the name of a view that is saved or renamed, and whether one is really to go. */
export function TicketViewDialog({ customerId, search, mayShare, asked, onClose }: DialogProps) {
  const words = useTexts(ticketListTexts)
  const navigate = useNavigate()
  const { create, change, remove } = useTicketViews(customerId)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  // The last question stays in sight while the dialog closes.
  const [question, setQuestion] = useState<AskedOfView>({ what: 'save' })
  useEffect(() => {
    if (!asked) return
    setQuestion(asked)
    setName(asked.what === 'rename' ? asked.view.name : '')
    setShared(false)
  }, [asked])
  const scope = search.all ? { all: true as const } : {}
  const goTo = (view?: string) =>
    navigate({
      to: '/tickets/$customerId',
      params: { customerId },
      search: { ...scope, ...(view ? { view } : {}) },
      replace: true,
      resetScroll: false,
    })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (question.what === 'remove') {
      await remove.mutateAsync(question.view.viewId)
      await goTo()
    } else if (question.what === 'rename') {
      change(question.view.viewId, { name })
    } else {
      const { viewId } = await create.mutateAsync({ name, isShared, search })
      await goTo(viewId)
    }
    onClose()
  }

  const isRemoval = question.what === 'remove'
  const title = isRemoval ? words.removeViewQuestion(question.view.name) : question.what === 'rename' ? words.renameView : words.saveView
  return (
    <Dialog isOpen={asked !== null} title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        {isRemoval ? (
          <p>
            {words.removeViewText} {question.view.isShared ? words.sharedViewText : ''}
          </p>
        ) : (
          <label>
            {words.viewName}
            <input
              value={name}
              placeholder={words.viewNameHint}
              maxLength={longestName}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </label>
        )}
        {question.what === 'save' && mayShare ? (
          <CheckBox label={words.isShared} checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            color={isRemoval ? 'red' : 'accent'}
            disabled={!isRemoval && name.trim() === ''}
            loading={create.isPending || remove.isPending}
          >
            {isRemoval ? words.removeView : question.what === 'rename' ? words.renameView : words.saveView}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
