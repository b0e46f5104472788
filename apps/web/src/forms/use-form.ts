import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createForm, type Form, type FormSetup, type FormState } from './create-form.ts'

/** One form for as long as the component lives. Give `fields` a stable identity; new ones are taken over without losing what was filled in. */
export function useForm<Values extends object>(setup: FormSetup<Values>): Form<Values> {
  const [form] = useState(() => createForm(setup))
  useLayoutEffect(() => form.replaceFields(setup.fields), [form, setup.fields])
  useEffect(() => form.dispose, [form])
  return form
}

export const useFormState = <Values>(form: Form<Values>): FormState<Values> => useSyncExternalStore(form.subscribe, form.state)
