import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** Hidden from those who may not create tickets. `quiet` where the page already shows it as its primary action. */
export function CreateTicketButton({ customerId, quiet }: { customerId: string; quiet?: boolean }) {
  const words = useTexts(ticketTexts)
  const { can, isOwn, isProvider } = useShownCustomer()
  if (!can(['@feature.tickets.write']) || (isProvider && !can(customerChoiceAccess))) return null
  const search = isOwn ? {} : { customer: customerId }
  return (
    <ButtonLink to="/tickets/create" search={search as never} variant={quiet ? 'default' : 'filled'}>
      {words.create}
    </ButtonLink>
  )
}
