import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './hover-preview.module.css'

/** The card of a preview, below the element that it lies in. */
export function HoverCard({ children }: { children: ReactNode }) {
  return (
    <Popover opened width={320} position="bottom-start" shadow="md" withRoles={false} withinPortal transitionProps={{ duration: 100 }}>
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.card ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}
