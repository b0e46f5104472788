import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import styles from './entity-properties.module.css'
import type { PropertyNode } from './property-tree.ts'

type PropertyRowsProps = {
  label: string
  rows: PropertyNode[]
  /** Null while a search shows everything open. */
  closed: ReadonlySet<string> | null
  chosenKey: string | null
  onChoose: (key: string) => void
  onToggle: (key: string) => void
}

const [rowHeightOnPhone, rowHeightElsewhere] = [44, 30]
const pageRows = 12

/** A tree as the keyboard knows it: arrows move, open and close; only the lines in sight are drawn. */
export function PropertyRows({ label, rows, closed, chosenKey, onChoose, onToggle }: PropertyRowsProps) {
  const id = useId()
  const rowHeight = useIsPhone() ? rowHeightOnPhone : rowHeightElsewhere
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const current = rows.findIndex(({ key }) => key === chosenKey)
  const isOpen = (node: PropertyNode) => !closed?.has(node.key)

  function goTo(index: number) {
    const node = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!node) return
    onChoose(node.key)
    virtualizer.scrollToIndex(rows.indexOf(node))
  }

  function handleKey(event: KeyboardEvent) {
    const node = rows[current]
    const within = node && rows.findIndex(({ key }) => key === node.parent)
    const canToggle = closed !== null && node !== undefined && node.size > 0
    const turn = () => canToggle && onToggle(node.key)
    const moves = new Map<string, () => unknown>([
      ['ArrowDown', () => goTo(current + 1)],
      ['ArrowUp', () => goTo(current - 1)],
      ['PageDown', () => goTo(current + pageRows)],
      ['PageUp', () => goTo(current - pageRows)],
      ['Home', () => goTo(0)],
      ['End', () => goTo(rows.length - 1)],
      ['ArrowRight', () => (canToggle && !isOpen(node) ? turn() : goTo(current + 1))],
      ['ArrowLeft', () => (canToggle && isOpen(node) ? turn() : within !== undefined && within >= 0 && goTo(within))],
      ['Enter', turn],
      [' ', turn],
    ])
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves.get(event.key)
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <div
      ref={frame}
      className={styles.tree}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={current >= 0 ? `${id}-${rows[current]?.key}` : undefined}
      onKeyDown={handleKey}
      onFocus={() => current < 0 && goTo(0)}
    >
      <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const node = rows[index]
          if (!node) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its lines
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and says which line is active
            <div
              key={node.key}
              id={`${id}-${node.key}`}
              role="treeitem"
              aria-level={node.depth + 1}
              aria-selected={node.key === chosenKey}
              {...(node.size > 0 ? { 'aria-expanded': isOpen(node) } : {})}
              className={styles.row}
              data-found={node.hasFound || undefined}
              style={{ height: rowHeight, transform: `translateY(${start}px)`, paddingInlineStart: `${Math.min(node.depth, 20) + 0.5}rem` }}
              onClick={() => {
                if (closed !== null && node.size > 0) onToggle(node.key)
                onChoose(node.key)
              }}
            >
              <ChevronRight
                size={14}
                className={styles.arrow}
                data-open={(node.size > 0 && isOpen(node)) || undefined}
                data-none={node.size === 0 || undefined}
                aria-hidden="true"
              />
              <bdi className={styles.name}>{node.name}</bdi>
              <bdi className={styles.text} data-excerpt data-kind={node.text === null ? 'size' : typeof node.value}>
                {node.text ?? (node.isList ? `[${node.size}]` : `{${node.size}}`)}
              </bdi>
            </div>
          )
        })}
      </div>
    </div>
  )
}
