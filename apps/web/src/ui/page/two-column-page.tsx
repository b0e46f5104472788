import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import styles from './two-column-page.module.css'

type TwoColumnItem = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: LucideIcon
  /** Further pages that are found by it. */
  covers?: readonly string[]
  /** The part of the list that it stands in; those of one part follow each other. */
  group?: string
}

type TwoColumnPageProps = {
  /** Names the list of pages for those who do not see it. */
  label: string
  /** Above the list. */
  title?: string
  items: readonly TwoColumnItem[]
  children: ReactNode
}

/** How much of the address the item names; 0 where the page is none of its. */
const coverageOf = ({ to, covers = [] }: TwoColumnItem, pathname: string) =>
  Math.max(0, ...[to, ...covers].flatMap((path) => (pathname === path || pathname.startsWith(`${path}/`) ? [path.length] : [])))

/** The item of the open page: where one address begins with another, the longer one. */
function findCurrent(items: readonly TwoColumnItem[], pathname: string): TwoColumnItem | undefined {
  const [best] = items.toSorted((one, other) => coverageOf(other, pathname) - coverageOf(one, pathname))
  return best && coverageOf(best, pathname) > 0 ? best : undefined
}

/** Pages that belong together: the list of them on the left, the open one beside it. On a phone the list unfolds from above. */
export function TwoColumnPage({ label, title, items, children }: TwoColumnPageProps) {
  const isPhone = useIsPhone()
  const id = useId()
  const { pathname } = useLocation()
  const folded = useRef<HTMLDetailsElement>(null)
  const current = findCurrent(items, pathname)
  const fold = () => folded.current?.removeAttribute('open')
  const entries = (of: readonly TwoColumnItem[], groupId?: string) => (
    <ul className={styles.items} aria-labelledby={groupId}>
      {of.map((item) => (
        <li key={item.to}>
          <Link
            to={item.to}
            className={styles.item}
            activeOptions={{ exact: true, includeSearch: false }}
            onClick={fold}
            {...(item === current ? { 'data-current': true, 'aria-current': 'page' as const } : {})}
          >
            <item.icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
  const list = (
    <div className={styles.list}>
      {[...Map.groupBy(items, ({ group }) => group)].map(([group, of]) =>
        group ? (
          <div key={group}>
            <p id={`${id}${group}`} className={styles.group}>
              {group}
            </p>
            {entries(of, `${id}${group}`)}
          </div>
        ) : (
          <div key="">{entries(of)}</div>
        ),
      )}
    </div>
  )
  return (
    <div className={styles.page}>
      <nav className={styles.side} aria-label={label}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {isPhone ? (
          <details ref={folded} className={styles.folded}>
            <summary className={styles.summary}>
              {current ? <current.icon size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
              {current?.label ?? label}
              <ChevronDown size={16} className={styles.chevron} aria-hidden="true" />
            </summary>
            {list}
          </details>
        ) : (
          list
        )}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
