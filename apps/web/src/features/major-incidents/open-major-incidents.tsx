import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { majorIncidentPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { majorIncidentsQuery } from './major-incident-list-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'

/** The open major incidents above the dashboard of staff; nothing where there is none. */
export function OpenMajorIncidents() {
  const words = useTexts(majorIncidentTexts)
  const language = useLanguage()
  const rows = useRows(useInfiniteQuery(majorIncidentsQuery({ state: 'open' })).data)
  if (rows.length === 0) return null
  return (
    <ul className={styles.strip} aria-label={words.openOnes}>
      {rows.map(({ majorIncidentId, title, incidents, customers, openIncidents, lead, openedAt, latestUpdate }) => (
        <li key={majorIncidentId}>
          <Megaphone size={16} aria-hidden="true" />
          <PlainLink href={majorIncidentPath(majorIncidentId)}>
            <bdi>{title[language]}</bdi>
          </PlainLink>
          <span>
            {words.headline(incidents, customers)}, {words.stillOpen(openIncidents)}
          </span>
          <span>{words.ledBy(lead)}</span>
          <span>
            {latestUpdate ? words.latestUpdate : words.opened} <RelativeTime iso={latestUpdate?.at ?? openedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
