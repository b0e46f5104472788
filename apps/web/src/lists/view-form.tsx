import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { viewTexts } from './views.texts.ts'

/** `isShared` is undefined where it is not the user's to set. */
type Values = { name: string; isShared?: boolean }

type ViewFormProps = {
  name: string
  mayShare: boolean
  /** The verb on the button that saves it. */
  action: string
  onSave: (values: Values) => Promise<void>
  onClose: () => void
}

const longestName = 80

export function ViewForm({ name, mayShare, action, onSave, onClose }: ViewFormProps) {
  const words = useTexts(viewTexts)
  const { cancel } = useTexts(uiTexts)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { type: 'text', name: 'name', label: words.viewName, placeholder: words.viewNameHint, required: true, maxLength: longestName },
      { type: 'bool', name: 'isShared', label: words.isShared, render: () => mayShare },
    ],
    [words, mayShare],
  )
  const form = useForm<Values>({ fields, start: { name, isShared: false } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={action}
      messages={words.viewMessages}
      failureTexts={{ onFields: words.viewFailed, general: words.viewFailed }}
      onSubmit={onSave}
      onSent={onClose}
    >
      <FormField form={form} name="name" />
      <FormField form={form} name="isShared" />
      <DialogActions>
        {/* Without taking the focus: what the field says when it is left empty would move the button from under the pointer. */}
        <Button variant="default" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}
