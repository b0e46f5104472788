import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { linkTexts } from '#web/shared/links/links.texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

type CreateTicketLinkProps = {
  customerId: string
  entityId?: string | undefined
  incidentId?: string | undefined
  subject?: string
  isSmall?: boolean
}

/** To the form for a new ticket about something. Who may not create tickets sees nothing. */
export function CreateTicketLink({ customerId, entityId, incidentId, subject, isSmall }: CreateTicketLinkProps) {
  const words = useTexts(linkTexts)
  const { can, isOwn } = useShownCustomer()
  if (!can(['@feature.tickets.write'])) return null
  const about = { ...(entityId ? { entityId } : {}), ...(incidentId ? { incidentId } : {}), ...(subject ? { subject } : {}) }
  const search = isOwn ? about : { ...about, customer: customerId }
  return (
    <ButtonLink to="/tickets/create" search={search as never} variant="default" size={isSmall ? 'compact-sm' : 'sm'}>
      {words.createTicket}
    </ButtonLink>
  )
}
