import { useQueryClient } from '@tanstack/react-query'
import { type ManyTicketsOutcome, undoManyTickets } from '@vakt/contract/ticket-list.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { ticketBulkTexts } from './list/ticket-bulk.texts.ts'

/** Says what became of a change of many tickets, and offers to take back of it what can be. */
export function useUndo(): (told: ManyTicketsOutcome, hasComment: boolean) => void {
  const words = useTexts(ticketBulkTexts)
  const queryClient = useQueryClient()
  async function undo(tickets: ManyTicketsOutcome['undo']) {
    try {
      const { undone, refused } = await call(undoManyTickets, { body: { tickets } })
      if (undone > 0) showToast(words.undone(undone), 'success')
      if (refused.length > 0) showToast(words.notUndone(refused.length), 'failure')
    } catch {
      showToast(words.undoFailed, 'failure')
    }
    await queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
  return ({ changed, undo: tickets }, hasComment) => {
    if (changed === 0) return
    if (tickets.length === 0) showToast(words.changed(changed), 'success')
    else showUndoToast([words.changed(changed), ...(hasComment ? [words.stays] : [])].join(' '), () => void undo(tickets))
  }
}
