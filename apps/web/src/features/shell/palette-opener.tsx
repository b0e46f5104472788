import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isChunkError, reloadOnce } from '#web/platform/chunk-reload.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './palette-opener.module.css'
import { shellTexts } from './shell.texts.ts'
import { catchTyping } from './typed-ahead.ts'

let CommandPalette: typeof import('./command-palette.tsx').CommandPalette | undefined

async function load(): Promise<void> {
  CommandPalette ??= (await import('./command-palette.tsx')).CommandPalette
}

const prepare = () => void load().catch(() => {})

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey

/** Opened over another dialog it would not know whose turn it is. */
const hasDialog = () => document.querySelector('[aria-modal="true"]') !== null

/** A menu makes way. */
function makeWay(): boolean {
  if (hasDialog()) return false
  for (const dialog of document.querySelectorAll('dialog[open]')) (dialog as HTMLDialogElement).close()
  return true
}

/** The button of the command palette and its keys, Ctrl or ⌘ with K. The palette is loaded when somebody reaches for it. */
export function PaletteOpener() {
  const words = useTexts(shellTexts).palette
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  if (failure) throw failure

  const typing = useRef<ReturnType<typeof catchTyping>>(undefined)
  const takeTyped = useCallback(() => {
    const typed = typing.current?.stop() ?? ''
    typing.current = undefined
    return typed
  }, [])

  const open = useCallback(() => {
    if (hasDialog()) return
    typing.current ??= catchTyping(takeTyped)
    const opening = typing.current
    void load().then(
      () => {
        if (typing.current !== opening) return
        if (makeWay()) setOpen(true)
        else takeTyped()
      },
      (error: unknown) => {
        takeTyped()
        if (!isChunkError(error) || !reloadOnce(Date.now())) setFailure(error)
      },
    )
  }, [takeTyped])
  useEffect(() => () => void takeTyped(), [takeTyped])

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // The letter follows a moment later: time enough to load.
      if (event.key === (isApple ? 'Meta' : 'Control')) prepare()
      if (!isShortcut(event)) return
      event.preventDefault()
      if (isOpen) makeWay()
      else open()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isOpen, open])

  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onMouseEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.label}>{words.search}</span>
        <span className={classes.keys} aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && CommandPalette && <CommandPalette takeTyped={takeTyped} onClose={() => setOpen(false)} />}
    </>
  )
}
