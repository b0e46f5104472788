import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#web/ui/display/editable-fact.module.css'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'

/** Beside the fact that is changed; it keeps the focus until it is closed. */
function PlainFactPopover({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-end" width={304} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <span className={styles.target} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}

export const FactPopover = inMantine(PlainFactPopover)
