import { useSearch } from '@tanstack/react-router'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { CreateTicketForm } from './create-ticket-form.tsx'
import { createTicketSearch } from './create-ticket-search.ts'

export function CreateTicketPage() {
  const { customerId } = useShownCustomer()
  const about = createTicketSearch(useSearch({ strict: false }))
  const words = useTexts(createTicketTexts)
  usePageTitle(words.title)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.intro}>{words.intro}</p>
      <CreateTicketForm key={`${customerId} ${about.entityId ?? ''} ${about.incidentId ?? ''}`} customerId={customerId} about={about} />
    </div>
  )
}
