import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import styles from './hover-preview.module.css'

/** The card of a preview, below the element that it lies in. */
function PlainHoverCard({ children }: { children: ReactNode }) {
  return (
    <Popover opened width={320} position="bottom-start" shadow="md" withRoles={false} withinPortal transitionProps={{ duration: 100 }}>
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.card ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}

export const HoverCard = inMantine(PlainHoverCard)
