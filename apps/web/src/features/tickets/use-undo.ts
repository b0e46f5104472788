import { useQueryClient } from '@tanstack/react-query'
import { type ManyTicketsOutcome, undoManyTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { ticketBulkTexts } from './list/ticket-bulk.texts.ts'

/** How many tickets one call takes. */
const batchSize = 200

/** Says what became of a change of many tickets, and offers to take back of it what can be. */
export function useUndo(): (told: ManyTicketsOutcome, hasComment: boolean) => void {
  const words = useTexts(ticketBulkTexts)
  const queryClient = useQueryClient()
  async function undo(tickets: ManyTicketsOutcome['undo']) {
    try {
      let [undone, refused] = [0, 0]
      for (let from = 0; from < tickets.length; from += batchSize) {
        const outcome = await call(undoManyTickets, { body: { tickets: tickets.slice(from, from + batchSize) } })
        undone += outcome.undone
        refused += outcome.refused.length
      }
      if (undone > 0) showToast(words.undone(undone), 'success')
      if (refused > 0) showToast(words.notUndone(refused), 'failure')
    } catch (error) {
      failureToast(words.undoFailed)(error)
    }
    await queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
  return ({ changed, undo: tickets }, hasComment) => {
    if (changed === 0) return
    if (tickets.length === 0) showToast(words.changed(changed), 'success')
    else showUndoToast([words.changed(changed), ...(hasComment ? [words.stays] : [])].join(' '), () => void undo(tickets))
  }
}
