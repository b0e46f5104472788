import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { ticketListTexts } from './ticket-list.texts.ts'

const TicketBulkDialog = lazy(() => import('./ticket-bulk-dialog.tsx').then((module) => ({ default: module.TicketBulkDialog })))

/** What can be done with the chosen tickets. */
export function TicketBulkActions({ customerId, selection }: { customerId: string; selection: RowSelection<TicketRow> }) {
  const words = useTexts(ticketListTexts)
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const open = () => {
    setHasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button size="compact-md" onClick={open}>
        {words.changeChosen}
      </Button>
      {hasOpened
        ? createPortal(
            <Suspense>
              <TicketBulkDialog customerId={customerId} isOpen={isOpen} selection={selection} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}
