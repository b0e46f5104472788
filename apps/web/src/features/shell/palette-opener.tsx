import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isChunkError, reloadOnce } from '#web/platform/chunk-reload.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTypedAhead } from '#web/ui/controls/use-typed-ahead.ts'
import classes from './palette-opener.module.css'
import { shellTexts } from './shell.texts.ts'

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

/** The button of the command palette and its keys, Ctrl or ⌘ with K. The palette is loaded when someone reaches for it. */
export function PaletteOpener() {
  const words = useTexts(shellTexts).palette
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  if (failure) throw failure

  const { start, isOn, take } = useTypedAhead()
  const open = useCallback(() => {
    if (hasDialog()) return
    start()
    void load().then(
      () => {
        if (!isOn()) return
        if (makeWay()) setOpen(true)
        else take()
      },
      (error: unknown) => {
        take()
        if (!isChunkError(error) || !reloadOnce(Date.now())) setFailure(error)
      },
    )
  }, [start, isOn, take])

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
      {isOpen && CommandPalette && <CommandPalette takeTyped={take} onClose={() => setOpen(false)} />}
    </>
  )
}
