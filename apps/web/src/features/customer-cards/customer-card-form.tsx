import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CardContact, CardInstruction, type CustomerCard, cardLimits, saveCustomerCard } from '@vakt/contract/customers/customer-cards.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerCardQuery } from '#web/shared/customer-card/customer-card-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { customerCardFormTexts } from './customer-card-form.texts.ts'

type Values = Omit<CustomerCard, 'version'>

const ofContact = fieldsOf(CardContact)
const ofInstruction = fieldsOf(CardInstruction)

function useCardFields(): FieldDefinition<Values>[] {
  const words = useTexts(customerCardFormTexts)
  return useMemo(
    () => [
      {
        type: 'rows',
        name: 'instructions',
        label: words.instructions,
        help: words.instructionsHelp,
        rowLabel: words.instruction,
        max: cardLimits.instructions,
        isOrdered: true,
        fields: [{ ...ofInstruction.text, type: 'text', name: 'text', label: words.sentence, placeholder: words.sentenceSample }],
      },
      {
        type: 'rows',
        name: 'contacts',
        label: words.contacts,
        help: words.contactsHelp,
        rowLabel: words.contact,
        max: cardLimits.contacts,
        isOrdered: true,
        fields: [
          { ...ofContact.name, type: 'text', name: 'name', label: words.name },
          { ...ofContact.role, type: 'text', name: 'role', label: words.role },
          { type: 'phone', name: 'phone', label: words.phone },
          { type: 'email', name: 'email', label: words.email, maxLength: 254 },
        ],
      },
      {
        type: 'textarea',
        name: 'contractNotes',
        label: words.contractNotes,
        help: words.contractNotesHelp,
        rows: 4,
        maxLength: cardLimits.notes,
      },
    ],
    [words],
  )
}

/** Answers 409 when someone else was first; what they wrote is then asked for. */
function useSaveCard(customerId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = customerCardQuery(customerId)
  return useMutation({
    mutationFn: (body: CustomerCard) => call(saveCustomerCard, { params: { customerId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

export function CustomerCardForm({ customerId, card }: { customerId: string; card: CustomerCard }) {
  const words = useTexts(customerCardFormTexts)
  const save = useSaveCard(customerId)
  const { version, ...start } = card
  const form = useForm<Values>({ fields: useCardFields(), start })
  const { phase } = useFormState(form)
  const writeBack = (current: number) =>
    void save.mutateAsync({ ...start, version: current }).then(() => showToast(words.takenBack, 'success'), failureToast(words.notSaved))
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={async (values) => {
          const saved = await save.mutateAsync({ ...values, version })
          showUndoToast(words.saved, () => writeBack(saved.version))
        }}
        onSent={() => {}}
      >
        <FormPart title={words.instructionsTitle}>
          <FormField form={form} name="instructions" />
        </FormPart>
        <FormPart title={words.contactsTitle}>
          <FormField form={form} name="contacts" />
        </FormPart>
        <FormPart title={words.contractTitle}>
          <FormField form={form} name="contractNotes" />
        </FormPart>
        <FormActions>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
