import { useEffect } from 'react'
import { keepPictures, placePictures } from '#web/features/tickets/conversation/picture-text.ts'
import type { Form } from '#web/forms/create-form.ts'
import type { CreateTicketValues } from './create-ticket-fields.ts'

type Values = CreateTicketValues

/** The pictures within the description: they stand where they were pasted, and go with their files, which a draft does not keep. */
export function useDescriptionPictures(form: Form<Values>, { files }: Values, isCreated: boolean) {
  useEffect(() => {
    if (isCreated) return
    const names = files.map(({ name }) => name)
    form.change('description', keepPictures(form.state().values.description, names))
  }, [form, files, isCreated])

  return (pictures: readonly File[], target: EventTarget | null) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    const names = pictures.map(({ name }) => name)
    form.change('description', placePictures(target, names))
  }
}
