import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '#web/platform/texts.ts'
import classes from './drop-sheet.module.css'
import { shellTexts } from './shell.texts.ts'

type Props = {
  label: string
  /** What the button shows; `label` names it when this is a picture alone. */
  trigger: ReactNode
  triggerClassName: string | undefined
  /** Extra words for who does not see the trigger. */
  triggerLabel?: string
  /** Where a wide screen has it: below the left of the bar, or below its right. */
  side?: 'start' | 'end'
  /** For more than a menu. */
  isWide?: boolean
  /** The pointer, a finger or the focus is on the button. */
  onIntent?: () => void
  onOpen?: () => void
  children: ReactNode
}

/** A button with a panel: below it on a wide screen, over the whole of a small one. Following a link or pressing a button in it closes it. */
export function DropSheet({
  label,
  trigger,
  triggerClassName,
  triggerLabel,
  side = 'end',
  isWide = false,
  onIntent,
  onOpen,
  children,
}: Props) {
  const words = useTexts(shellTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)

  function open() {
    // What it holds must be there when it is shown: the browser gives the focus to the first of it.
    flushSync(() => {
      setOpen(true)
      onOpen?.()
    })
    dialog.current?.showModal()
  }

  function closeAfterChoice(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as HTMLElement
    if (target === dialog.current || target.closest('a, [data-closes]')) dialog.current?.close()
  }

  return (
    <>
      <button
        type="button"
        className={triggerClassName}
        aria-haspopup="dialog"
        aria-label={triggerLabel}
        // A finger is there when it comes down, some time before the click.
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={open}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which the browser does */}
      <dialog
        ref={dialog}
        className={classes.sheet}
        data-side={side}
        data-wide={isWide || undefined}
        aria-label={label}
        onClick={closeAfterChoice}
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <div className={classes.inside}>
            <div className={classes.head}>
              <span className={classes.title}>{label}</span>
              <button type="button" className={classes.close} aria-label={words.close} data-closes>
                <X size={20} aria-hidden="true" />
              </button>
            </div>
            {children}
          </div>
        )}
      </dialog>
    </>
  )
}
