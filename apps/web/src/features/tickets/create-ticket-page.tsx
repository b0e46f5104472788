import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { CreateTicketForm } from './create-ticket-form.tsx'

export function CreateTicketPage() {
  const { customerId, name, isOwn } = useShownCustomer()
  const words = useTexts(createTicketTexts)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.intro}>{words.intro}</p>
      {isOwn ? null : <p className={styles.intro}>{words.forCustomer(name)}</p>}
      <CreateTicketForm customerId={customerId} />
    </div>
  )
}
