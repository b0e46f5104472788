import { HoverCard } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import styles from './hover-preview.module.css'

/** The same small preview wherever a thing is named. `preview` is rendered only while it is shown. */
export function HoverPreview({ children, preview, onIntent }: { children: ReactElement; preview: ReactNode; onIntent?: () => void }) {
  return (
    <HoverCard openDelay={350} closeDelay={100} width={320} position="bottom-start" shadow="md" withinPortal keepMounted={false} transitionProps={{ duration: 100 }}>
      <HoverCard.Target>
        <span className={styles.target} onMouseEnter={onIntent} onFocus={onIntent}>
          {children}
        </span>
      </HoverCard.Target>
      <HoverCard.Dropdown className={styles.card ?? ''}>{preview}</HoverCard.Dropdown>
    </HoverCard>
  )
}

export function PreviewTitle({ children }: { children: ReactNode }) {
  return <p className={styles.title}>{children}</p>
}
