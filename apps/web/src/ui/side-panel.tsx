import { Drawer } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './side-panel.module.css'
import { uiTexts } from './ui.texts.ts'
import { useIsPhone } from './use-is-phone.ts'

type SidePanelProps = {
  label: string
  isOpen: boolean
  onClose: () => void
  /** Beside the closing button, such as steps to the rows before and after. */
  tools?: ReactNode
  children: ReactNode
}

/** Details over a list that stays where it was; a full-screen sheet on a phone. */
export function SidePanel({ label, isOpen, onClose, tools, children }: SidePanelProps) {
  const words = useTexts(uiTexts)
  const isPhone = useIsPhone()
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 520}
      padding={0}
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay backgroundOpacity={0.15} />
      <Drawer.Content aria-label={label}>
        <div className={styles.bar}>
          {tools}
          <button type="button" className={styles.tool} aria-label={words.close} title={words.close} data-autofocus onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

export function PanelTool({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  )
}
