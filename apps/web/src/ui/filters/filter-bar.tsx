import { ListFilter } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './filter-bar.module.css'
import { FilterToggleContext } from './filter-toggle-context.ts'

type FilterBarProps = {
  /** How many filters are set besides the search, which stays in sight. */
  count?: number
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The filters of a list in a row. On a phone all but the search and what is marked `data-stays` wait behind one button, which stands after the search. */
export function FilterBar({ count = 0, ref, children }: FilterBarProps) {
  const words = useTexts(uiTexts)
  const [isOpen, setOpen] = useState(false)
  const toggle = (
    <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <ListFilter size={16} aria-hidden="true" />
      {words.filter} {count > 0 ? <span className={styles.count}>{count}</span> : null}
    </button>
  )
  return (
    <div ref={ref} className={styles.bar} data-open={isOpen || undefined}>
      <FilterToggleContext value={toggle}>{children}</FilterToggleContext>
    </div>
  )
}
