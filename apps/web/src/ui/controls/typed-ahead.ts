type Keys = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** What one key makes of the text that was typed so far; null where the key is no business of a text. */
function typeKey(text: string, { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return [...text].slice(0, -1).join('')
  if (key === 'Enter' || key === 'Tab') return text
  return [...key].length === 1 ? text + key : null
}

/**
 * Catches what is typed for a field that is not there yet, so that it neither gets lost nor does anything to the page beneath.
 * `stop` ends that and gives the text; Escape calls the whole thing off.
 */
export function catchTyping(callOff: () => void, keys: Keys = globalThis): { stop: () => string } {
  let text = ''
  function take(event: Event) {
    const pressed = event as KeyboardEvent
    const next = typeKey(text, pressed)
    if (pressed.key !== 'Escape' && next === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (next === null) callOff()
    else text = next
  }
  keys.addEventListener('keydown', take, { capture: true })
  return {
    stop() {
      keys.removeEventListener('keydown', take, { capture: true })
      return text
    },
  }
}
