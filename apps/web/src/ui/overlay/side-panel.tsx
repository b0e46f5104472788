import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '#web/platform/texts.ts'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { focusFirstField } from './focus-first-field.ts'
import { keepFocusInside } from './keep-focus-inside.ts'
import styles from './side-panel.module.css'

type SidePanelProps = {
  label: string
  isOpen: boolean
  onClose: () => void
  /** Beside the closing button, such as steps to the rows before and after. */
  tools?: ReactNode
  /** Beside the list, which goes on being used: no veil, and the focus stays where it is. A phone has no room for both. */
  isBeside?: boolean
  children: ReactNode
}

/** Details over a list that stays where it was; a full-screen sheet on a phone. */
export function SidePanel({ isOpen, isBeside = false, ...panel }: SidePanelProps) {
  const isPhone = useIsPhone()
  if (isOpen && isBeside && !isPhone) return createPortal(<PanelBeside {...panel} />, document.body)
  return isOpen ? createPortal(<OpenPanel {...panel} />, document.body) : null
}

type OpenPanelProps = Omit<SidePanelProps, 'isOpen' | 'isBeside'>

function OpenPanel({ label, onClose, tools, children }: OpenPanelProps) {
  const words = useTexts(uiTexts)
  const panel = useRef<HTMLDivElement>(null)
  const closeByEscape = useEffectEvent((event: KeyboardEvent) => {
    const isOfDialog = event.target instanceof Element && event.target.closest('dialog')
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isOfDialog) return
    // Else the same press closes the dialog that may ask first.
    event.preventDefault()
    onClose()
  })

  useEffect(() => {
    const before = document.activeElement
    const unlock = lockScrolling()
    const listen = (event: KeyboardEvent) => closeByEscape(event)
    const stopWaiting = panel.current && focusFirstField(panel.current, panel.current.querySelector('[data-closes-panel]'))
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      stopWaiting?.()
      unlock()
      // A panel that was opened by its address has nothing to go back to.
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true })
      else focusHeading()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the panel is a second way; Escape and its button are the first
    <div className={styles.overlay} onMouseDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        className={styles.panel}
        onKeyDown={(event) => keepFocusInside(event.currentTarget, event)}
      >
        <div className={styles.bar}>
          {tools}
          <button type="button" className={styles.tool} aria-label={words.close} title={words.close} data-closes-panel onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  )
}

/** The list gets narrower by the panel; Escape closes the panel from anywhere but a field or a dialog. */
function PanelBeside({ label, onClose, tools, children }: OpenPanelProps) {
  const words = useTexts(uiTexts)
  const closeByEscape = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest('dialog, [role="dialog"][aria-modal="true"], input, textarea')
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeByEscape(event)
    document.addEventListener('keydown', listen)
    document.documentElement.dataset.panelBeside = ''
    return () => {
      document.removeEventListener('keydown', listen)
      delete document.documentElement.dataset.panelBeside
    }
  }, [])
  return (
    <aside aria-label={label} className={`${styles.panel} ${styles.beside}`}>
      <div className={styles.bar}>
        {tools}
        <button type="button" className={styles.tool} aria-label={words.close} title={words.close} data-closes-panel onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}

/** What lies below stays where it is, also where its scroll bar took room. */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement
  style.paddingInlineEnd = `${window.innerWidth - clientWidth}px`
  style.overflow = 'hidden'
  return () => {
    style.paddingInlineEnd = ''
    style.overflow = ''
  }
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
