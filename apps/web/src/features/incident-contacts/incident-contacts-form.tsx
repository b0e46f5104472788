import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  contactHours,
  type IncidentContacts,
  incidentContactLimits,
  NewIncidentContact,
  saveIncidentContacts,
} from '@vakt/contract/incidents/incident-contacts.ts'
import { severities } from '@vakt/contract/severity.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, OptionItem } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { currentLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { incidentContactsQuery } from '#web/shared/incident-contacts/incident-contacts-query.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FormActions } from '#web/ui/page/form-page.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { incidentContactTexts } from './incident-contacts.texts.ts'

type Row = NewIncidentContact
type Values = { contacts: Row[] }

/** In the field *Who*, for someone without an account; the contract has an empty user then. */
const anAddress = 'address'

const contract = fieldsOf(NewIncidentContact)

/** Those who can be chosen, and those who are contacts and cannot be any more; two of one name are told apart by their address. */
function peopleOf({ people, contacts }: IncidentContacts): OptionItem[] {
  const gone = contacts.filter(({ userId }) => userId !== '' && !people.some((person) => person.userId === userId))
  return [
    ...people.map(({ userId, name, email }) => ({ value: userId, label: name, description: email })),
    ...gone.map(({ userId, name }) => ({ value: userId, label: name })),
  ]
}

function useHoursText({ hours: { calendar, timeZone } }: IncidentContacts): string {
  const words = useTexts(incidentContactTexts)
  return calendar ? words.calendar(calendar, timeZone) : words.noCalendar(timeZone)
}

function useContactFields(contacts: IncidentContacts): FieldDefinition<Values>[] {
  const words = useTexts(incidentContactTexts)
  const levels = useTexts(severityTexts)
  const hours = useHoursText(contacts)
  return useMemo(
    () => [
      {
        type: 'rows',
        name: 'contacts',
        label: words.contacts,
        help: words.contactsHelp(hours),
        rowLabel: words.contact,
        max: incidentContactLimits.contacts,
        newRow: { userId: anAddress, address: '', fromSeverity: 'high', hours: 'always', language: currentLanguage() },
        fields: [
          {
            type: 'filterselect',
            name: 'userId',
            label: words.who,
            options: [{ value: anAddress, label: words.anAddress }, ...peopleOf(contacts)],
          },
          {
            ...contract.address,
            type: 'email',
            name: 'address',
            label: words.address,
            help: words.addressHelp,
            required: true,
            render: ({ userId }) => userId === anAddress,
          },
          {
            type: 'select',
            name: 'fromSeverity',
            label: words.fromSeverity,
            options: severities.map((value) => ({ value, label: levels[value] })),
          },
          { type: 'select', name: 'hours', label: words.hours, options: contactHours.map((value) => ({ value, label: words[value] })) },
          {
            type: 'select',
            name: 'language',
            label: words.language,
            options: languages.map((value) => ({ value, label: words.languages[value] })),
            render: ({ userId }) => userId === anAddress,
          },
        ],
      },
    ],
    [words, levels, hours, contacts],
  )
}

/** As the form holds it. */
const rowOf = ({ userId, address, fromSeverity, hours, language }: Row): Row => ({
  userId: userId || anAddress,
  ...{ address, fromSeverity, hours, language },
})

/** As it is sent: without what is hidden in the form. */
const contactOf = ({ userId, address, fromSeverity, hours, language }: Row): Row => {
  const isAddress = userId === anAddress
  const rest = { fromSeverity, hours, language: language ?? currentLanguage() }
  return isAddress ? { userId: '', address, ...rest } : { userId, address: '', ...rest }
}

/** Answers 409 when someone else was first; what they wrote is then asked for. */
function useSaveContacts(customerId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = incidentContactsQuery(customerId)
  return useMutation({
    mutationFn: (body: Values & { version: number }) => call(saveIncidentContacts, { params: { customerId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

export function IncidentContactsForm({ customerId, contacts }: { customerId: string; contacts: IncidentContacts }) {
  const words = useTexts(incidentContactTexts)
  const save = useSaveContacts(customerId)
  const start = { contacts: contacts.contacts.map(rowOf) }
  const form = useForm<Values>({ fields: useContactFields(contacts), start })
  const { phase } = useFormState(form)
  const takeBack = (version: number) =>
    void save
      .mutateAsync({ contacts: start.contacts.map(contactOf), version })
      .then(() => showToast(words.takenBack, 'success'), failureToast(words.notSaved))
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={async (values) => {
          const saved = await save.mutateAsync({ contacts: (values.contacts ?? []).map(contactOf), version: contacts.version })
          showUndoToast(words.saved, () => takeBack(saved.version))
        }}
        onSent={() => {}}
      >
        <FormField form={form} name="contacts" />
        <FormActions>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
