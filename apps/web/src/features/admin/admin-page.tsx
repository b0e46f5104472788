import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { adminTexts } from './admin.texts.ts'
import styles from './admin-page.module.css'
import { AdminState } from './admin-state.tsx'

/** What needs someone, and beneath it what was done. The pages are named by the list beside it. */
export function AdminPage({ checklist, record }: { checklist: ReactNode; record: ReactNode }) {
  const words = useTexts(adminTexts)
  return (
    <div className={styles.page}>
      <PageHeading title={words.title}>{words.intro}</PageHeading>
      <AdminState />
      {checklist}
      {record}
    </div>
  )
}
