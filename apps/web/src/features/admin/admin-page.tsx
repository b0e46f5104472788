import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { adminTexts } from './admin.texts.ts'
import styles from './admin-page.module.css'
import { adminEntries } from './admin-places.ts'
import { AdminState } from './admin-state.tsx'

/** What needs someone, what can be done, and beneath it what was done. */
export function AdminPage({ checklist, record }: { checklist: ReactNode; record: ReactNode }) {
  const words = useTexts(adminTexts)
  const language = useLanguage()
  return (
    <div className={styles.page}>
      <PageHeading title={words.title}>{words.intro}</PageHeading>
      <AdminState />
      {checklist}
      <ul className={styles.places}>
        {adminEntries.map((place) => (
          <li key={place.to}>
            <Link to={place.to} className={styles.place}>
              <place.icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={styles.words}>
                <span className={styles.name}>{place.words[language].title}</span>
                <span className={styles.about}>{place.words[language].about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {record}
    </div>
  )
}
