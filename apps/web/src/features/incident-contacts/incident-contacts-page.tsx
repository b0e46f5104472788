import { useQuery } from '@tanstack/react-query'
import type { IncidentContacts } from '@vakt/contract/incidents/incident-contacts.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { incidentContactsQuery } from '#web/shared/incident-contacts/incident-contacts-query.ts'
import { nightTexts } from '#web/shared/incident-contacts/night-sentence.texts.ts'
import { ToldAtNight } from '#web/shared/incident-contacts/told-at-night.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { ContactTestPart } from './contact-test-part.tsx'
import styles from './incident-contacts.module.css'
import { incidentContactTexts } from './incident-contacts.texts.ts'
import { IncidentContactsForm } from './incident-contacts-form.tsx'

/** Who is told of incidents of the customer that is looked at: for those who administer it. */
export function IncidentContactsPage() {
  const words = useTexts(incidentContactTexts)
  const session = useSession()
  const { customerId, name } = useShownCustomer()
  const query = useQuery(incidentContactsQuery(customerId))
  const isOfProvider = isStaff(session) && customerId === session.user.customer_id
  return (
    <FormPage title={words.title} intro={isOfProvider ? words.introOfProvider : words.intro(name)} isWide>
      {query.data ? (
        <div className={styles.parts}>
          <ToldAtNight atNight={query.data.atNight} />
          <ContactTestPart customerId={customerId} contacts={query.data} />
          <Notes contacts={query.data} />
          <IncidentContactsForm key={`${customerId} ${query.data.version}`} customerId={customerId} contacts={query.data} />
        </div>
      ) : query.isError ? (
        <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </FormPage>
  )
}

function useNotes({ contacts, administrators, standsIn }: IncidentContacts): string[] {
  const words = useTexts(incidentContactTexts)
  const { many } = useTexts(nightTexts)
  const { locale } = useFormat()
  const list = new Intl.ListFormat(locale)
  const names = administrators.map(({ name }) => name)
  const standIns = names.length > 0 ? words.standInsNamed(list.format(names.slice(0, 10))) : words.noStandIns
  const told = [...contacts, ...(standsIn ? administrators : [])]
  return [
    ...(standsIn ? [standIns] : []),
    ...contacts.flatMap(({ state, name }) => (state === 'told' ? [] : [words.states[state](name)])),
    ...told.flatMap(({ name, declined }) =>
      declined.length > 0 ? [words.declined(name, list.format(declined.map((severity) => many[severity])))] : [],
    ),
  ]
}

function Notes({ contacts }: { contacts: IncidentContacts }) {
  const words = useTexts(incidentContactTexts)
  const notes = useNotes(contacts)
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={words.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
