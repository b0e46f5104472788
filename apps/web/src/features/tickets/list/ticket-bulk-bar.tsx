import { lazy, Suspense, useState } from 'react'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import styles from './ticket-bulk.module.css'
import { ticketBulkTexts } from './ticket-bulk.texts.ts'

const TicketBulkDialog = lazy(() => import('./ticket-bulk-dialog.tsx').then((module) => ({ default: module.TicketBulkDialog })))
const mostAtOnce = 200

/** What can be done with the chosen tickets; at the foot of the window while any are chosen. */
export function TicketBulkBar({ customerId, selection }: { customerId: string; selection: RowSelection<TicketRow> }) {
  const words = useTexts(ticketBulkTexts)
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const count = selection.keys.size
  if (count === 0 && !isOpen) return null
  return (
    <>
      <div className={styles.room} />
      <section className={styles.bar} aria-label={words.chosen(count)}>
        <span role="status">{words.chosen(count)}</span>
        {count > mostAtOnce ? <span className={styles.dim}>{words.tooMany(mostAtOnce)}</span> : null}
        <Button
          size="compact-md"
          disabled={count > mostAtOnce}
          onClick={() => {
            setHasOpened(true)
            setOpen(true)
          }}
        >
          {words.change}
        </Button>
        <Button size="compact-md" variant="subtle" onClick={selection.clear}>
          {words.clear}
        </Button>
      </section>
      {hasOpened ? (
        <Suspense>
          <TicketBulkDialog customerId={customerId} isOpen={isOpen} selection={selection} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
