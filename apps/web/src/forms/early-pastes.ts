type EarlyPaste = { files: File[]; target: EventTarget | null }

/** By form. */
const kept = new WeakMap<Element, EarlyPaste[]>()

/** The files that a paste brings; none where it also brings a text, for a field of texts. */
export function filesOfPaste({ clipboardData, target }: ClipboardEvent): File[] {
  const isForText = clipboardData?.types.includes('text/plain') && target instanceof Element && target.matches('input, textarea')
  return isForText ? [] : [...(clipboardData?.files ?? [])]
}

/** Keeps files that are pasted into the form before its field of files is loaded, until the returned function is called. */
export function keepPastes(form: Element): () => void {
  const keep = (event: Event) => {
    const files = filesOfPaste(event as ClipboardEvent)
    if (files.length === 0) return
    event.preventDefault()
    kept.set(form, [...(kept.get(form) ?? []), { files, target: event.target }])
  }
  form.addEventListener('paste', keep)
  return () => form.removeEventListener('paste', keep)
}

/** What was kept for the form, once. */
export function takePastes(form: Element): EarlyPaste[] {
  const pastes = kept.get(form) ?? []
  kept.delete(form)
  return pastes
}
