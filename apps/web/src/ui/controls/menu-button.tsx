import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './menu-button.module.css'

/** `isChecked` makes it one of several that may hold at once; the menu then stays open. */
export type MenuItem = { key: string; label: ReactNode; isChecked?: boolean; isCurrent?: boolean; onChoose: () => void }
type MenuButtonProps = {
  label: ReactNode
  icon?: ReactNode
  isBusy?: boolean
  items: MenuItem[]
  /** Under the start of the button instead of its end. */
  fromStart?: boolean
  variant?: 'default' | 'subtle'
  size?: 'sm' | 'compact-sm'
  /** Names a button that shows an icon only. */
  ariaLabel?: string
}

const toEdge = 8

/** On a phone the button may stand so near an edge that its menu would begin beyond it. */
function keepOnScreen(menu: HTMLElement) {
  const { left, right } = menu.getBoundingClientRect()
  const shift = Math.max(0, toEdge - left) - Math.max(0, right - document.documentElement.clientWidth + toEdge)
  if (shift !== 0) menu.style.translate = `${shift}px`
}

/** A button with a few things to choose from below it. Arrows move, Escape and Tab close. */
export function MenuButton(props: MenuButtonProps) {
  const { label, icon, isBusy = false, items, fromStart, variant = 'default', size = 'sm', ariaLabel } = props
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const entries = () => [...(frame.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

  useEffect(() => {
    if (!isOpen) return
    const menu = frame.current?.querySelector<HTMLElement>('[role="menu"]')
    if (menu) keepOnScreen(menu)
    menu?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const closeOutside = ({ target }: Event) => !frame.current?.contains(target as Node) && setOpen(false)
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    setOpen(false)
    frame.current?.querySelector('button')?.focus()
  }

  function handleKey(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      return setOpen(true)
    }
    if (event.key === 'Tab') return setOpen(false)
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
    const next = steps[event.key]
    if (event.key === 'Escape') close()
    else if (next === undefined) return
    else all[next % all.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the keys that the button and its menu let through
    <div ref={frame} className={styles.frame} onKeyDown={handleKey}>
      <Button
        variant={variant}
        size={size}
        aria-label={ariaLabel}
        loading={isBusy}
        leftSection={icon}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} role="menu" className={styles.menu} data-from-start={fromStart || undefined}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              {...(item.isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': item.isChecked })}
              tabIndex={-1}
              className={styles.item}
              onClick={() => {
                if (item.isChecked === undefined) close()
                item.onChoose()
              }}
            >
              {item.isChecked === undefined && item.isCurrent === undefined ? null : (
                <span className={styles.mark}>{item.isChecked || item.isCurrent ? <Check size={14} aria-hidden="true" /> : null}</span>
              )}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
