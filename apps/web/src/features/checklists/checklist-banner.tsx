import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { checklistQuery, useHideChecklist } from './checklist-queries.ts'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'

/** On the start page of Admin until the set-up is complete or someone hides it. */
export function ChecklistBanner() {
  const words = useTexts(checklistTexts)
  const { data } = useQuery(checklistQuery)
  const hide = useHideChecklist()
  if (!data?.isShown) return null
  const next = data.items.filter(({ state }) => state !== 'done')
  return (
    <section className={styles.banner} aria-labelledby="checklist-banner">
      <div>
        <h2 id="checklist-banner">{words.title}</h2>
        <p>
          {words.progress(data.items.length - next.length, data.items.length)}.{' '}
          {words.left(next.map(({ item }) => words.items[item].title).join(', '))}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" loading={hide.isPending} onClick={() => hide.mutate(true)}>
          {words.hide}
        </Button>
        <ButtonLink to="/admin/checklist">{words.go}</ButtonLink>
      </div>
    </section>
  )
}
