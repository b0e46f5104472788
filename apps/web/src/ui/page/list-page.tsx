import { type ReactNode, useRef } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import styles from './list-page.module.css'

type ListPageProps = {
  title: string
  /** How many there are, beside the title. */
  count?: ReactNode
  /** What the list says, in words; announced politely when it changes. */
  conclusion?: ReactNode
  /** The one primary action, after whatever else is done with the whole list. */
  action?: ReactNode
  /** Between the title and the filters: what chooses among lists. */
  above?: ReactNode
  filters?: ReactNode
  /** How many of them are set, besides the search. */
  filterCount?: number
  children: ReactNode
}

/** Every list looks and behaves like this one; where there is no search, which takes `/` itself, `/` goes to the first filter. */
export function ListPage({ title, count, conclusion, action, above, filters, filterCount = 0, children }: ListPageProps) {
  usePageTitle(title)
  const filterBar = useRef<HTMLDivElement>(null)
  useShortcuts({
    '/': () => {
      const first = filterBar.current?.querySelector<HTMLElement>('button')
      return first ? first.focus() : false
    },
  })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 className={styles.title}>
            {title} {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </h1>
          <div className={styles.conclusion} aria-live="polite">
            {conclusion}
          </div>
        </div>
        {action ? <div className={styles.action}>{action}</div> : null}
      </header>
      {above}
      {filters ? (
        <div className={styles.filters}>
          <FilterBar ref={filterBar} count={filterCount}>
            {filters}
          </FilterBar>
        </div>
      ) : null}
      {children}
    </div>
  )
}
