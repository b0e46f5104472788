import { type TicketDetails, unlinkTickets } from '@vakt/contract/tickets/ticket-details.ts'
import { lazy } from 'react'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { call } from '#web/platform/api.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { CrossButton } from '#web/ui/controls/cross-button.tsx'
import { EditableFact } from '#web/ui/display/editable-fact.tsx'
import { Fact } from '#web/ui/display/facts.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import styles from './ticket-links.module.css'

const LinkEditor = lazy(() => import('./link-editor.tsx').then((module) => ({ default: module.LinkEditor })))

type TicketLinksProps = { customerId: string; ticket: TicketDetails; mayChange: boolean }

export function TicketLinks({ customerId, ticket, ...props }: TicketLinksProps) {
  const mayChange = !useShownCustomer().isLimited && props.mayChange
  const words = useTexts(ticketDetailsTexts)
  const { ticketId, links } = ticket
  const unlink = useTicketCall(customerId, (otherTicketId: string) =>
    call(unlinkTickets, { params: { customerId, ticketId, otherTicketId } }),
  )
  const list =
    links.length > 0 ? (
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.ticketId}>
            <span className={styles.kind}>{words[link.kind]}</span>
            <TicketLink customerId={customerId} ticketId={link.ticketId}>
              #{link.ticketId} {link.subject}
            </TicketLink>
            <span className={styles.state}>
              <StatusBadge status={link.status} />
              {mayChange && link.kind === 'related' ? (
                <CrossButton
                  label={words.linkRemove(link.ticketId)}
                  onClick={() => unlink.mutate(link.ticketId, { onError: failureToast(words.changeFailed) })}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    ) : null
  if (!mayChange) return <Fact label={words.links}>{list}</Fact>
  return (
    <EditableFact
      label={words.links}
      changeLabel={words.change(words.links)}
      editor={(close) => <LinkEditor customerId={customerId} ticketId={ticketId} onDone={close} />}
    >
      {list ?? <span className={styles.kind}>{words.none}</span>}
    </EditableFact>
  )
}
