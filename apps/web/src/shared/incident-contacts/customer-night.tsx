import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import { FailureNote } from '#web/ui/page/failure-note.tsx'
import { incidentContactsQuery } from './incident-contacts-query.ts'
import { nightTexts } from './night-sentence.texts.ts'
import { ToldAtNight } from './told-at-night.tsx'

/** For staff on the page of a customer, with the way to its contacts. */
export function CustomerNight({ customerId }: { customerId: string }) {
  const words = useTexts(nightTexts)
  const { data, error } = useQuery(incidentContactsQuery(customerId))
  if (error && !data) return <FailureNote error={error} words={{ failed: words.failed }} />
  if (!data) return null
  return (
    <ToldAtNight atNight={data.atNight}>
      <p>
        <Link to="/admin/incident-contacts" search={{ customer: customerId }}>
          {words.change}
        </Link>
      </p>
    </ToldAtNight>
  )
}
