import { type ReactNode, useDeferredValue } from 'react'

let lastHeight = 0

function followHeight(element: HTMLElement | null) {
  if (!element) return
  const observer = new ResizeObserver(([entry]) => {
    if (entry) lastHeight = entry.contentRect.height
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * What stands below the open incidents: half of the dashboard's elements, in a render of their own for which the incidents do not wait. Until
 * then the place is as high as it was last, so that going back finds where the page was scrolled to.
 */
export function BelowIncidents({ children }: { children: () => ReactNode }) {
  const isDrawn = useDeferredValue(true, false)
  return (
    <div ref={followHeight} style={isDrawn ? undefined : { minHeight: lastHeight }}>
      {isDrawn ? children() : null}
    </div>
  )
}
