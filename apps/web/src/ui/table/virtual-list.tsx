import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import styles from './virtual-list.module.css'

export type VirtualListHandle = { scrollTo(index: number): void }

type VirtualListProps = {
  count: number
  rowHeight?: number
  /** Of a list that is reached by Tab and scrolled by arrow keys; one inside a list box needs none. */
  label?: string
  ref?: Ref<VirtualListHandle>
  /** Draws one row; the style puts it into its place. */
  children: (index: number, style: CSSProperties) => ReactNode
}

const usualRowHeight = 35

/** Draws the rows that are in sight, however many there are; at most 18rem high. */
export function VirtualList({ count, rowHeight = usualRowHeight, label, ref, children }: VirtualListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({ count, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: 4 })
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }), [virtualizer])
  const role = label === undefined ? 'presentation' : 'list'
  return (
    <div ref={frame} className={styles.frame} {...(label === undefined ? { role } : { tabIndex: 0, role: 'group', 'aria-label': label })}>
      <div role={role} className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer
          .getVirtualItems()
          .map(({ index, start }) => children(index, { height: rowHeight, transform: `translateY(${start}px)` }))}
      </div>
    </div>
  )
}
