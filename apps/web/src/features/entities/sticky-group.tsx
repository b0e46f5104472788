import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListItem } from './entity-columns.tsx'
import styles from './entity-list.module.css'

type Head = ListItem & { kind: 'group' }

function headAbove(items: readonly ListItem[], index: number): Head | null {
  for (let at = index; at >= 0; at -= 1) {
    const item = items[at]
    if (item?.kind === 'group') return at < index ? item : null
  }
  return null
}

/** Keeps the name of the group in sight whose rows are. A copy for the eye: the head itself stays where it is. */
export function StickyGroup({ items, children }: { items: readonly ListItem[]; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [head, setHead] = useState<Head | null>(null)
  useEffect(() => {
    let asked = 0
    const look = () => {
      asked = 0
      const place = bar.current?.getBoundingClientRect()
      const top = place?.top ?? 0
      const rows = frame.current?.querySelectorAll<HTMLElement>('tbody [data-index]') ?? []
      const first = [...rows].find((row) => row.getBoundingClientRect().bottom > top + 1)
      const index = Number(first?.dataset.index ?? -1)
      setHead(first && first.getBoundingClientRect().top <= top ? headAbove(items, index) : null)
    }
    const ask = () => {
      asked ||= requestAnimationFrame(look)
    }
    ask()
    window.addEventListener('scroll', ask, { passive: true })
    return () => {
      window.removeEventListener('scroll', ask)
      cancelAnimationFrame(asked)
    }
  }, [items])
  return (
    <div ref={frame} className={styles.groups}>
      <div ref={bar} className={styles.stickyPlace} aria-hidden="true">
        {head ? (
          <div className={styles.sticky}>
            <bdi>{head.name}</bdi>
          </div>
        ) : null}
      </div>
      {children}
    </div>
  )
}
