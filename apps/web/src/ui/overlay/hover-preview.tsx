import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import { useRest } from '#web/ui/hooks/use-rest.ts'
import styles from './hover-preview.module.css'

// Loaded on intent: the Popover of Mantine is 23 kB (gzip), and previews stand on nearly all screens.
const loadCard = () => import('./hover-card.tsx')
const HoverCard = lazy(() => loadCard().then((module) => ({ default: module.HoverCard })))

const openAfterInMilliseconds = 350
const closeAfterInMilliseconds = 100

/** The same small preview wherever a thing is named. `preview` is rendered only while it is shown. */
export function HoverPreview({ children, preview, onIntent }: { children: ReactElement; preview: ReactNode; onIntent?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const rest = useRest()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function change(next: boolean) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), next ? openAfterInMilliseconds : closeAfterInMilliseconds)
  }

  function prepare() {
    void loadCard().catch(() => {})
    onIntent?.()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an addition for the mouse; the link in it says and leads to the same
    <span
      className={styles.target}
      onMouseEnter={({ currentTarget }) => {
        rest.begin(currentTarget, prepare)
        change(true)
      }}
      onMouseLeave={() => {
        rest.end()
        change(false)
      }}
      onFocus={({ currentTarget }) => rest.begin(currentTarget, prepare)}
      onBlur={rest.end}
    >
      {children}
      {isOpen && (
        <Suspense>
          <HoverCard>{preview}</HoverCard>
        </Suspense>
      )}
    </span>
  )
}

export function PreviewTitle({ children }: { children: ReactNode }) {
  return <p className={styles.title}>{children}</p>
}
