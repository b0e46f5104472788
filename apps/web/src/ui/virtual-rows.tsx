import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useState } from 'react'
import { RowSpacer } from './row-spacer.tsx'

export type VirtualRowsHandle = { scrollTo(index: number): void }

type VirtualRowsProps = {
  count: number
  rowHeight: number
  body: RefObject<HTMLElement | null>
  ref: Ref<VirtualRowsHandle>
  children: (index: number) => ReactNode
}

/** The rows of a long table that are in sight of the window, between spacers that stand for the others. */
export function VirtualRows({ count, rowHeight, body, ref, children }: VirtualRowsProps) {
  const [offset, setOffset] = useState(0)
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => rowHeight, overscan: 12, scrollMargin: offset })
  useLayoutEffect(() => setOffset(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0), [body])
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }), [virtualizer])
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return (
    <>
      <RowSpacer height={first ? first.start - offset : 0} />
      {items.map(({ index }) => children(index))}
      <RowSpacer height={last ? virtualizer.getTotalSize() - (last.end - offset) : 0} />
    </>
  )
}
