import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { useState } from 'react'
import { queryClient } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import styles from './fact-editors.module.css'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { ticketPeopleQuery } from './ticket-details-queries.ts'
import { useFactChange } from './use-fact-change.ts'

/** For a ticket without an assignee. */
export function AssignToMe({ customerId, ticket }: { customerId: string; ticket: TicketDetails }) {
  const words = useTexts(ticketDetailsTexts)
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const change = useFactChange(customerId, ticket, () => {})
  async function assign() {
    setAsking(true)
    try {
      const { people } = await queryClient.fetchQuery(ticketPeopleQuery(customerId, ticket.ticketId, { q: user.name, of: 'staff' }))
      const me = people.find(({ email, name }) => (email ? email.toLowerCase() === user.email.toLowerCase() : name === user.name))
      if (!me) throw new Error('The user is not among those whom a ticket can be assigned to.')
      change.save({ assigneeId: me.userId }, ticket.version)
    } catch (error) {
      failureToast(words.changeFailed)(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button size="compact-sm" variant="default" data-act="" loading={isAsking || change.isSaving} onClick={() => void assign()}>
        {words.take}
      </Button>
      {change.failure || change.conflict ? (
        <span className={styles.failure} role="alert">
          {change.failure ?? words.changeFailed}
        </span>
      ) : null}
    </>
  )
}
