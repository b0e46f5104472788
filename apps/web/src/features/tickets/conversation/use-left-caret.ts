import { type RefObject, useLayoutEffect } from 'react'

type Form = {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLTextAreaElement | null>
  /** Where the caret was in the text when the form was taken out of the page; null for who had the focus elsewhere. */
  left: RefObject<number | null>
}

/** Notes where someone was in a form that goes from under them: once it is gone the focus is nowhere. */
export function useLeftCaret({ form, input, left }: Form): void {
  useLayoutEffect(
    () => () => {
      left.current = form.current?.contains(document.activeElement) ? (input.current?.selectionEnd ?? 0) : null
    },
    [form, input, left],
  )
}
