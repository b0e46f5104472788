import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { navigationFor, searchOf } from '#web/navigation.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { isFreeKey } from '#web/ui/hooks/use-shortcuts.ts'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import classes from './keyboard-shortcuts.module.css'
import { type KeyboardText, keyboardTexts } from './keyboard-shortcuts.texts.ts'
import { showKeysEvent } from './show-keys.ts'

/** The letter after G that leads to each screen of the navigation. */
const letters: Record<string, string> = {
  overview: 'o',
  incidents: 'i',
  majorIncidents: 'm',
  alerts: 'a',
  tickets: 't',
  explore: 'e',
  alertRules: 'r',
  automation: 'u',
  serviceWindows: 'w',
  reports: 'p',
  admin: 'd',
  customDashboards: 'b',
  team: 'c',
}

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** The keys of each place, as the screens themselves listen for them. */
const groups: { title: KeyboardText; keys: Record<string, KeyboardText> }[] = [
  { title: 'everywhere', keys: { [`${command} K`]: 'commands', Esc: 'leave', '?': 'help' } },
  { title: 'lists', keys: { J: 'next', K: 'previous', Enter: 'open', X: 'select', B: 'bulk', '/': 'search' } },
  {
    title: 'ticket',
    keys: {
      R: 'reply',
      N: 'note',
      S: 'status',
      A: 'assignee',
      P: 'priority',
      [`${command} Enter`]: 'send',
      J: 'nextTicket',
      K: 'previousTicket',
    },
  },
  { title: 'incident', keys: { R: 'update', E: 'acknowledge', A: 'assignee', [`${command} Enter`]: 'send' } },
  { title: 'alertRules', keys: { E: 'edit', C: 'copy', O: 'turn', Delete: 'remove' } },
]

/** After G the next letter is awaited this long. */
const waitMilliseconds = 1500

/** G and a letter lead to a screen, and ? shows every key. */
export function KeyboardShortcuts() {
  const words = useTexts(keyboardTexts)
  const language = useLanguage()
  const shown = useShownCustomer()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element | null>(null)
  const places = navigationFor(shown).flatMap((item) => {
    const letter = letters[item.key]
    return letter ? [{ letter, to: item.to, search: searchOf(item, shown), title: item.words[language].title }] : []
  })
  const latest = useRef(places)
  latest.current = places

  useEffect(() => {
    const show = () => {
      opener.current = document.activeElement
      setOpen(true)
    }
    let awaitedUntil = 0
    // Before the screens: their own letters wait while one after G is awaited.
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || !isFreeKey(event)) return
      const key = event.key.toLowerCase()
      const isAwaited = performance.now() < awaitedUntil
      awaitedUntil = !isAwaited && key === 'g' ? performance.now() + waitMilliseconds : 0
      if (isAwaited) {
        event.preventDefault()
        event.stopPropagation()
        const place = latest.current.find(({ letter }) => letter === key)
        if (place) void navigate({ to: place.to, params: { customerId: shown.customerId }, search: place.search })
      } else if (key === '?') {
        event.preventDefault()
        show()
      }
    }
    addEventListener('keydown', press, { capture: true })
    addEventListener(showKeysEvent, show)
    return () => {
      removeEventListener('keydown', press, { capture: true })
      removeEventListener(showKeysEvent, show)
    }
  }, [navigate, shown.customerId])

  const close = () => {
    setOpen(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <Dialog isOpen={isOpen} title={words.title} onClose={close}>
      <div className={classes.groups}>
        <Keys title={words.goTo} keys={places.map(({ letter, title }) => [`G ${letter.toUpperCase()}`, title])} />
        {groups.map(({ title, keys }) => (
          <Keys key={title} title={words[title]} keys={Object.entries(keys).map(([combination, does]) => [combination, words[does]])} />
        ))}
      </div>
      <DialogActions>
        <Button variant="default" onClick={close}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: [string, string][] }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <dl>
        {keys.map(([combination, does]) => (
          <div key={combination} className={classes.row}>
            <dt>
              {combination.split(' ').map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
