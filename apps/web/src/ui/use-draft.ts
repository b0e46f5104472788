import { useState } from 'react'

const storageKey = (key: string) => `vakt.draft.${key}`

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(storageKey(key)) ?? ''
  } catch {
    return ''
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(storageKey(key), text)
    else sessionStorage.removeItem(storageKey(key))
  } catch {
    // Storage may be full or switched off: the text on the screen is not touched by that.
  }
}

/** A text that survives leaving the page and reloading it. Give the component a `key` that changes with `key`. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(key))
  return [
    text,
    (next) => {
      setText(next)
      keepDraft(key, next)
    },
  ]
}
