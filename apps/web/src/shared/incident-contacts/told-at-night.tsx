import type { IncidentContacts } from '@vakt/contract/incidents/incident-contacts.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { nightTexts } from './night-sentence.texts.ts'
import { isSilentAtNight, nightSentence } from './night-sentence.ts'
import styles from './told-at-night.module.css'

/** Who is told of what at 02:00, in one sentence. */
export function ToldAtNight({
  atNight: { told, byCloudOps, sendsMails },
  children,
}: Pick<IncidentContacts, 'atNight'> & { children?: ReactNode }) {
  const words = useTexts(nightTexts)
  const { locale } = useFormat()
  const isSilent = isSilentAtNight(told)
  const isAllSilent = told.every(({ people, staffCount, paging }) => people.length + staffCount === 0 && paging === 'none')
  return (
    <section className={styles.night} data-silent={isSilent || !sendsMails || undefined} aria-label={words.title}>
      {isSilent && !isAllSilent ? <p className={styles.problem}>{words.noOneOfCritical}</p> : null}
      <p className={isAllSilent ? styles.problem : undefined}>{nightSentence(told, words, locale)}</p>
      {byCloudOps ? <p>{words.byCloudOps}</p> : null}
      {sendsMails ? null : <p className={styles.problem}>{words.noMailServer}</p>}
      {children}
    </section>
  )
}
