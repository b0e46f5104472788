import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CardContact, CustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import { Mail, Phone } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { customerCardTexts } from './customer-card.texts.ts'
import styles from './customer-card-note.module.css'
import { customerCardQuery } from './customer-card-query.ts'

/** For staff: the instructions of the customer in full, its contacts and contract folded. Nothing where no one wrote any, and for everyone else. */
export function CustomerCardNote({ customerId }: { customerId: string }) {
  const words = useTexts(customerCardTexts)
  const session = useSession()
  const mayRead = isStaff(session) && !viewedUser()
  const { data, isError, refetch } = useQuery({ ...customerCardQuery(customerId), enabled: mayRead })
  if (!mayRead) return null
  if (!data)
    return isError ? (
      <p className={styles.failed}>
        {words.failed}{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </p>
    ) : null
  const { contacts, instructions, contractNotes } = data
  if (contacts.length + instructions.length === 0 && contractNotes === '') return null
  return (
    <section className={styles.card} aria-label={words.title}>
      <p className={styles.title}>
        {words.title}
        {isAdministrator(session) ? (
          <Link to="/admin/customer-card" search={{ customer: customerId }}>
            {words.edit}
          </Link>
        ) : null}
      </p>
      {instructions.length > 0 ? (
        <ul className={styles.instructions}>
          {instructions.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no id, and the same one may stand twice
            <li key={index}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      <Folded {...data} />
    </section>
  )
}

function Folded({ contacts, contractNotes }: CustomerCard) {
  const words = useTexts(customerCardTexts)
  const parts = [contacts.length > 0 ? words.contacts(contacts.length) : '', contractNotes ? words.contract : ''].filter(Boolean)
  if (parts.length === 0) return null
  const summary = parts.join(', ')
  return (
    <details>
      <summary>{summary.charAt(0).toUpperCase() + summary.slice(1)}</summary>
      {contacts.length > 0 ? (
        <ol className={styles.contacts}>
          {contacts.map((contact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no id, and two may have one name
            <ContactLine key={index} {...contact} />
          ))}
        </ol>
      ) : null}
      {contractNotes ? <p className={styles.notes}>{contractNotes}</p> : null}
    </details>
  )
}

function ContactLine({ name, role, phone, email }: CardContact) {
  const words = useTexts(customerCardTexts)
  return (
    <li>
      <span>
        <bdi className={styles.name}>{name}</bdi>
        {role ? (
          <span className={styles.dim}>
            {' '}
            <bdi>{role}</bdi>
          </span>
        ) : null}
      </span>
      {phone ? (
        <a href={`tel:${phone}`} aria-label={`${words.call(name)}: ${phone}`}>
          <Phone size={14} aria-hidden="true" /> {phone}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} aria-label={`${words.mail(name)}: ${email}`}>
          <Mail size={14} aria-hidden="true" /> {email}
        </a>
      ) : null}
    </li>
  )
}
