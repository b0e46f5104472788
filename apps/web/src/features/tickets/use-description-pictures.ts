import { useEffect } from 'react'
import type { Form } from '#web/forms/create-form.ts'
import type { CreateTicketValues } from './create-ticket-fields.ts'

type Values = CreateTicketValues

/** The pictures within the description: they stand where they were pasted, and go with their files, which a draft does not keep. */
export function useDescriptionPictures(form: Form<Values>, { description, files }: Values, isCreated: boolean) {
  const namesPictures = description.includes('](attachment:')
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with every change of the files
  useEffect(() => {
    if (isCreated || !namesPictures) return
    void import('./picture-text.ts').then(({ keepPictures }) => {
      const now = form.state().values
      const names = now.files.map(({ name }) => name)
      form.change('description', keepPictures(now.description, names))
    })
  }, [form, files, namesPictures, isCreated])

  return async (pictures: readonly File[], target: EventTarget | null) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    const { insertPictures } = await import('./picture-text.ts')
    const { selectionStart: start, selectionEnd: end } = target
    const names = pictures.map(({ name }) => name)
    const pasted = insertPictures(form.state().values.description, { start, end }, names)
    form.change('description', pasted.text)
    requestAnimationFrame(() => target.setSelectionRange(pasted.caret, pasted.caret))
  }
}
