import { useSearch } from '@tanstack/react-router'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { CreateTicketForm } from './create-ticket-form.tsx'

export function CreateTicketPage() {
  const { customer } = useSession()
  const search = useSearch({ strict: false }) as { customer?: unknown }
  const customerId = typeof search.customer === 'string' ? search.customer : customer.customer_id
  const words = useTexts(createTicketTexts)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.intro}>{words.intro}</p>
      {customerId === customer.customer_id ? null : <p className={styles.intro}>{words.forCustomer(customerId)}</p>}
      <CreateTicketForm customerId={customerId} />
    </div>
  )
}
