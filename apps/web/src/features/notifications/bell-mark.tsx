import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { bellTexts } from './bell.texts.ts'
import styles from './notifications.module.css'
import { unreadQuery } from './unread-query.ts'

/** The bell with how much is unread, kept current by the live stream. */
export function BellMark() {
  const words = useTexts(bellTexts)
  const unread = useQuery(unreadQuery).data?.unread ?? 0
  return (
    <>
      <span className={styles.hidden} aria-live="polite">
        {words.bell(unread)}
      </span>
      <Bell size={18} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </>
  )
}
