import { useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { Fragment, type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { useFoundRows } from '#web/ui/controls/use-found-rows.ts'
import classes from './command-palette.module.css'
import { paletteTexts } from './command-palette.texts.ts'
import { readPageActs } from './page-acts.ts'
import { usePaletteCommands } from './palette-commands.ts'
import { buildEntries, namedCommand } from './palette-entries.ts'
import type { PaletteItem } from './palette-item.ts'
import { noteRecentChoice, readRecentChoices } from './palette-recent.ts'
import { sourcesFor } from './palette-sources.ts'
import { usePaletteSearch } from './use-palette-search.ts'

/** Goes to any page, ticket or customer and does the common things, by a few letters and Enter. Open as long as it is rendered. */
export function CommandPalette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const words = useTexts(paletteTexts)
  const session = useSession()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    dialog.current?.showModal()
    setText(takeTyped())
  }, [takeTyped])

  function closeOutside(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === dialog.current) dialog.current.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which the browser does
    <dialog ref={dialog} className={classes.palette} aria-label={words.label} onClose={onClose} onClick={closeOutside}>
      <Contents text={text} setText={setText} email={session.user.email} isStaff={isStaff(session)} close={() => dialog.current?.close()} />
    </dialog>
  )
}

/** Everything that can be chosen now, and how looking for more goes. */
function useEntries(text: string, email: string) {
  const sources = sourcesFor(useShownCustomer())
  const [acts] = useState(readPageActs)
  const commands = [...acts, ...usePaletteCommands()]
  const { items, ...search } = usePaletteSearch(text)
  const recent = useMemo(() => readRecentChoices(email), [email])
  const mayFind = (group: PaletteItem['group']) => sources.some((source) => source.group === group)
  return { ...search, entries: buildEntries({ text, commands, found: items, recent, mayFind }), named: namedCommand(text, commands) }
}

type ContentsProps = { text: string; setText: (text: string) => void; email: string; isStaff: boolean; close: () => void }

function Contents({ text, setText, email, isStaff, close }: ContentsProps) {
  const words = useTexts(paletteTexts)
  const router = useRouter()
  const id = useId()
  const { entries, named, isAnswered, isSearching, isError } = useEntries(text, email)
  const inNewTab = useRef(false)
  const rows = useFoundRows({
    keys: entries.map((item) => item.id),
    isAnswered,
    sure: named?.id,
    choose: (_, index) => take(entries[index], inNewTab.current),
  })
  const { active } = rows

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function take(item: PaletteItem | undefined, opensTab: boolean) {
    if (!item) return
    if (item.group !== 'acts')
      noteRecentChoice(email, {
        id: item.id,
        group: item.origin ?? item.group,
        label: item.label,
        ...(item.detail ? { detail: item.detail } : {}),
        ...(item.href ? { href: item.href } : {}),
      })
    close()
    if (!item.href) item.run?.()
    else if (opensTab) window.open(item.href, '_blank', 'noopener')
    else void router.navigate({ href: item.href })
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const last = entries.length - 1
    const steps: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    }
    const next = steps[event.key]
    if (event.key === 'Enter') {
      inNewTab.current = event.ctrlKey || event.metaKey
      rows.enter()
    } else if (next === undefined) return
    else rows.mark(next)
    event.preventDefault()
  }

  return (
    <div className={classes.inside}>
      <div className={classes.search}>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: a dialog that is opened to type in it
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-label={isStaff ? words.placeholderOfStaff : words.placeholder}
          placeholder={isStaff ? words.placeholderOfStaff : words.placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            rows.restart()
          }}
          onBlur={rows.forget}
          onKeyDown={handleKey}
        />
        <button type="button" className={classes.close} aria-label={words.closeButton} onClick={close}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.progress} data-searching={isSearching} />
      <div id={id} role="listbox" aria-label={words.label} className={classes.list}>
        {entries.map((item, index) => (
          <Fragment key={item.id}>
            {item.group !== entries[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {words.groups[item.group]}
              </div>
            )}
            <Option
              id={`${id}-${index}`}
              item={item}
              isActive={index === active}
              onPoint={() => rows.mark(index)}
              onTake={(opensTab) => take(item, opensTab)}
            />
          </Fragment>
        ))}
      </div>
      <p role="status" className={entries.length > 0 && !isError ? classes.silent : classes.status}>
        {isError
          ? words.failed
          : isSearching
            ? words.searching
            : entries.length === 0
              ? words.none(text.trim())
              : text && words.found(entries.length)}
      </p>
      <div className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.move}
        </span>
        <span>
          <kbd>↵</kbd> {words.open}
        </span>
        <span>
          <kbd>esc</kbd> {words.close}
        </span>
      </div>
    </div>
  )
}

type OptionProps = { id: string; item: PaletteItem; isActive: boolean; onPoint: () => void; onTake: (inNewTab: boolean) => void }

function Option({ id, item, isActive, onPoint, onTake }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from the field, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, aria-activedescendant names the choice
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={(event) => onTake(event.ctrlKey || event.metaKey)}
    >
      <item.icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.name}>{item.label}</span>
      {item.level && <SeverityMark level={item.level} />}
      {item.detail && <span className={classes.detail}>{item.detail}</span>}
    </div>
  )
}
