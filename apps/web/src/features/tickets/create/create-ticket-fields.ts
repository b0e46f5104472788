import { useQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { attachmentLimits } from '@vakt/contract/tickets/attachments.ts'
import { findTicketRequesters } from '@vakt/contract/tickets/ticket-details.ts'
import { NewTicket, ticketAreas, ticketTypes } from '@vakt/contract/tickets/tickets.ts'
import { listCustomers } from '@vakt/contract/users/administration.ts'
import { acceptedAttachments } from '@vakt/domain/attachment-file.ts'
import { useMemo } from 'react'
import { areaTexts } from '#web/features/tickets/ticket-areas.texts.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, FieldRule } from '#web/forms/field-definition.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { attachmentTexts } from '#web/shared/attachments/attachments.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { createTicketTexts } from './create-ticket.texts.ts'

export type CreateTicketValues = {
  customerId: string
  /** Of the customer's people; empty for no one in particular, or `withoutAccount`. */
  requesterId: string
  /** Of someone without an account; then `email` is theirs. */
  requesterName: string
  subject: string
  type: (typeof ticketTypes)[number]
  area: (typeof ticketAreas)[number]
  priority: number
  description: string
  email: string
  files: readonly File[]
}

/** In place of a person's id: staff name the requester themselves. */
export const withoutAccount = 'without-account'

const { area: _, requesterId: __, ...contract } = fieldsOf(NewTicket)
const priorities = [
  [4, 'low'],
  [3, 'medium'],
  [2, 'high'],
  [1, 'critical'],
] as const

const filled = (key: string): FieldRule => ({ passes: (value) => String(value ?? '').trim() !== '', problem: { message: '', key } })

/** Whom staff can create a ticket for; just the shown customer for everybody else. */
function useCustomerOptions(): { value: string; label: string }[] {
  const session = useSession()
  const { customerId, name } = useShownCustomer()
  const { data } = useQuery({
    queryKey: ['customers', 'all', 'names'],
    queryFn: ({ signal }) => call(listCustomers, { query: { limit: 500 }, signal }),
    enabled: session.can(customerChoiceAccess),
  })
  return useMemo(() => {
    const listed = (data?.result ?? []).map((one) => ({ value: one.customerId, label: one.name }))
    return listed.some(({ value }) => value === customerId) ? listed : [{ value: customerId, label: name }, ...listed]
  }, [data, customerId, name])
}

/** For whom staff can open a ticket: the people of the customer that the form names. */
function useRequesterOptions(customerId: string, isAsked: boolean): { value: string; label: string; description: string }[] {
  const { data } = useQuery({
    queryKey: ['customers', customerId, 'people'],
    queryFn: ({ signal }) => call(findTicketRequesters, { params: { customerId }, signal }),
    enabled: isAsked,
  })
  return useMemo(() => (data?.people ?? []).map(({ userId, name, email }) => ({ value: userId, label: name, description: email })), [data])
}

/** The fields of a new ticket. Once it is created only its files can still be changed. */
export function useCreateTicketFields({
  isCreated,
  customerId,
  isForOutsider,
}: {
  isCreated: boolean
  customerId: string
  /** Someone without an account asks: their name, comment and email are wanted. */
  isForOutsider: boolean
}): FieldDefinition<CreateTicketValues>[] {
  const words = useTexts(createTicketTexts)
  const files = useTexts(attachmentTexts)
  const kinds = useTexts(ticketTexts)
  const areas = useTexts(areaTexts)
  const levels = useTexts(severityTexts)
  const customers = useCustomerOptions()
  const session = useSession()
  const forStaff = isStaff(session)
  const isForOthers = forStaff && customerId !== '' && customerId !== session.user.customer_id
  const setsPriority = forStaff || session.customer.customerPriority !== 'none'
  const people = useRequesterOptions(customerId, isForOthers)
  return useMemo(() => {
    const disabled = isCreated
    return [
      {
        type: 'select',
        name: 'customerId',
        label: words.customer,
        placeholder: words.chooseCustomer,
        options: customers,
        required: true,
        render: () => forStaff,
        disabled,
      },
      {
        type: 'filterselect',
        name: 'requesterId',
        label: words.requester,
        ...(isForOutsider ? {} : { help: words.requesterHelp }),
        placeholder: words.noRequester,
        options: [...people, { value: withoutAccount, label: words.withoutAccount, description: words.withoutAccountHelp }],
        value: '',
        render: () => isForOthers,
        disabled,
      },
      {
        ...contract.requesterName,
        type: 'text',
        name: 'requesterName',
        label: words.name,
        required: true,
        rules: [filled('ticket.create.name_empty'), ...contract.requesterName.rules],
        autoComplete: 'off',
        render: () => isForOutsider,
        disabled,
      },
      { ...contract.subject, type: 'text', name: 'subject', label: words.subject, help: words.subjectHelp, disabled },
      {
        ...contract.type,
        type: 'select',
        name: 'type',
        label: words.type,
        options: ticketTypes.map((type) => ({ value: type, label: kinds[type] })),
        disabled,
      },
      {
        type: 'select',
        name: 'area',
        label: words.area,
        options: ticketAreas.map((area) => ({ value: area, label: areas[area] })),
        value: 'other',
        disabled,
      },
      {
        ...contract.priority,
        type: 'select',
        name: 'priority',
        label: words.priority,
        options: priorities.map(([value, level]) => ({ value, label: levels[level] })),
        render: () => setsPriority,
        disabled,
      },
      {
        ...contract.description,
        type: 'textarea',
        name: 'description',
        label: isForOutsider ? words.comment : words.description,
        help: words.descriptionHelp,
        rows: 6,
        disabled,
      },
      { ...attachmentLimits, type: 'file', name: 'files', label: files.label, help: files.help, accept: acceptedAttachments },
      {
        ...contract.email,
        type: 'email',
        name: 'email',
        label: isForOutsider ? words.outsiderEmail : words.email,
        help: isForOutsider ? words.outsiderEmailHelp : words.emailHelp,
        autoComplete: 'off',
        isReadOnly: !isForOutsider,
        required: isForOutsider,
        rules: isForOutsider ? [filled('ticket.create.email_empty'), ...contract.email.rules] : contract.email.rules,
        disabled,
      },
    ]
  }, [words, files, kinds, areas, levels, customers, people, forStaff, isForOthers, isForOutsider, setsPriority, isCreated])
}
