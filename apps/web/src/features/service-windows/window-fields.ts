import { useQuery } from '@tanstack/react-query'
import { countEntities, listEntities } from '@vakt/contract/entities/entity-list.ts'
import { customerChoiceAccess, environmentAccess, ticketAccess } from '@vakt/contract/features.ts'
import {
  findWindowRecipients,
  NewServiceWindow,
  type WindowRecipient,
  windowLimits,
} from '@vakt/contract/service-windows/service-windows.ts'
import { listTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, OptionItem } from '#web/forms/field-definition.ts'
import { scheduleTexts } from '#web/forms/parts/schedule.texts.ts'
import { useRecurrenceRules } from '#web/forms/recurrence-rules.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupNameOf, groupsOf } from '#web/shared/customers/customer-groups.ts'
import { customerOptionTexts } from '#web/shared/customers/customer-options.texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { windowFormTexts } from './window-form.texts.ts'
import type { FoundEntity, FoundTicket, WindowValues } from './window-values.ts'

const contract = fieldsOf(NewServiceWindow)
const maxFound = 20

async function findEntities(customerId: string, search: string, signal: AbortSignal): Promise<OptionItem<FoundEntity>[]> {
  const query = { limit: maxFound, withHidden: true, ...(search ? { search } : {}) }
  const { result } = await call(listEntities, { params: { customerId }, query, signal })
  return result.map(({ entityId, name, type, resourceGroup }) => ({
    value: { entityId, name },
    label: name,
    description: [type.split('/').at(-1), resourceGroup].filter(Boolean).join(' · '),
  }))
}

async function findTickets(customerId: string, search: string, signal: AbortSignal): Promise<OptionItem<FoundTicket>[]> {
  const { result } = await call(listTickets, { params: { customerId }, query: { limit: maxFound, ...(search ? { search } : {}) }, signal })
  return result.map(({ ticketId, subject }) => ({ value: { ticketId, subject }, label: `#${ticketId} ${subject}` }))
}

async function findRecipients(customerId: string, q: string, signal: AbortSignal): Promise<OptionItem<WindowRecipient>[]> {
  const { people } = await call(findWindowRecipients, { params: { customerId }, query: q ? { q } : {}, signal })
  return people.map((person) => ({ value: person, label: person.name }))
}

const rolesQuery = (customerId: string) => ({
  queryKey: ['service-windows', customerId, 'roles'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(findWindowRecipients, { params: { customerId }, signal }),
  select: ({ roles }: { roles: string[] }) => roles,
})

const usualNotices = [15, 60, 240, 1440, 10_080]

/** The resource groups of a customer; empty for who may not see the environment. */
const groupsQuery = (customerId: string) => ({
  queryKey: ['entities', customerId, 'window-groups'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(countEntities, { params: { customerId }, query: { withHidden: true }, signal }),
  select: ({ resourceGroup }: { resourceGroup: { value: string }[] }) => resourceGroup.map(({ value }) => value).filter(Boolean),
})

type WindowFieldsOptions = {
  customerId: string
  /** The customer that is chosen in the form: resources, groups and tickets are those of this one. */
  chosenId: string
  isEdit: boolean
  /** The customer was asked already whether they approve it. */
  isApprovalAsked: boolean
  /** What the window has, which may be another time than those that are offered. */
  noticeMinutes: number | null
}

export function useWindowFields({
  customerId,
  chosenId,
  isEdit,
  isApprovalAsked,
  noticeMinutes,
}: WindowFieldsOptions): FieldDefinition<WindowValues>[] {
  const words = useTexts(windowFormTexts)
  const groupNames = useTexts(customerOptionTexts)
  const { name, can } = useShownCustomer()
  const byStaff = isStaff(useSession())
  const { duration } = useFormat()
  const allRules = useRecurrenceRules()
  const { problems } = useTexts(scheduleTexts)
  // Of what is wrong with a cron expression the form says more: see `useWindowCheck`.
  const rules = useMemo(
    () => allRules.filter(({ problem }) => problem.message !== problems['recurrence.cron_invalid']),
    [allRules, problems],
  )
  const mayFind = can(environmentAccess)
  const mayLink = can(ticketAccess)
  const mayOpen = can(['@feature.tickets.write'])
  const groups = useQuery({ ...groupsQuery(chosenId), enabled: mayFind }).data
  const roles = useQuery(rolesQuery(chosenId)).data
  const customers = useQuery({ ...customerStatesQuery, enabled: byStaff && can(customerChoiceAccess) }).data?.customers
  return useMemo(() => {
    const { labels } = words
    const customerOptions = new Map([
      ...(isEdit ? [] : groupsOf(customers ?? []).map((group) => [group.value, groupNames.group(group.label)] as const)),
      [customerId, name] as const,
      ...(customers ?? []).map((one) => [one.customerId, one.name] as const),
    ])
    const isOfOne = ({ customers: chosen }: WindowValues) => chosen.length <= 1 && chosen.every((one) => groupNameOf(one) === undefined)
    return [
      { ...contract.reason, type: 'text', name: 'reason', label: labels.reason, help: words.reasonHelp, required: true },
      { type: 'recurrence', name: 'schedule', label: labels.schedule, rules, required: true, hidesStarts: true },
      {
        type: 'duration',
        name: 'durationMinutes',
        label: labels.duration,
        required: true,
        min: windowLimits.minDurationInSeconds / 60,
        max: windowLimits.maxDurationInSeconds / 60,
      },
      {
        type: 'search',
        name: 'relatedTickets',
        label: labels.ticket,
        help: words.ticketHelp,
        identify: ({ ticketId }) => ticketId,
        nameOf: ({ ticketId, subject }) => `#${ticketId} ${subject}`.trim(),
        find: (search, signal) => findTickets(chosenId, search, signal),
        render: (values) => mayLink && isOfOne(values),
      },
      {
        type: 'switch',
        name: 'createTicket',
        label: labels.createTicket,
        help: words.createTicketHelp,
        render: (values) => mayOpen && isOfOne(values) && (values.relatedTickets ?? []).length === 0,
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'customers',
        label: byStaff && !isEdit ? labels.customers : labels.customer,
        ...(byStaff && !isEdit ? { help: words.customersHelp } : {}),
        required: true,
        disabled: !byStaff || isEdit,
        options: [...customerOptions].map(([value, label]) => ({ value, label })),
      },
      {
        type: 'switch',
        name: 'needsApproval',
        label: labels.needsApproval,
        help: isApprovalAsked ? words.approvalStaysHelp : words.approvalHelp,
        disabled: isApprovalAsked,
        render: () => byStaff,
      },
      {
        type: 'radiogroup',
        name: 'cover',
        label: labels.cover,
        value: 'some',
        options: (['some', 'all'] as const).map((value) => ({ value, label: words.covers[value] })),
      },
      {
        type: 'search',
        name: 'entities',
        label: labels.entities,
        identify: ({ entityId }) => entityId,
        nameOf: ({ name: entityName }) => entityName,
        find: (search, signal) => findEntities(chosenId, search, signal),
        render: (values) => values.cover === 'some' && mayFind && isOfOne(values),
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'resourceGroups',
        label: labels.resourceGroups,
        help: words.groupsHelp,
        options: (groups ?? []).map((value) => ({ value, label: value })),
        render: ({ cover }) => cover === 'some',
      },
      { type: 'tags', name: 'tags', label: labels.tags, help: words.tagsHelp, render: ({ cover }) => cover === 'some' },
      { type: 'tags', name: 'metrics', label: labels.metrics, help: words.metricsHelp },
      {
        type: 'search',
        name: 'recipients',
        label: labels.recipients,
        help: words.recipientsHelp,
        identify: ({ userId }) => userId,
        nameOf: (person) => person.name,
        find: (search, signal) => findRecipients(chosenId, search, signal),
        render: isOfOne,
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'recipientRoles',
        label: labels.recipientRoles,
        help: words.rolesHelp,
        options: (roles ?? []).map((value) => ({ value, label: value })),
      },
      {
        type: 'select',
        name: 'noticeBefore',
        label: labels.noticeBefore,
        options: [
          { value: '', label: words.noNoticeBefore },
          ...[...new Set([...usualNotices, ...(noticeMinutes ? [noticeMinutes] : [])])]
            .toSorted((one, other) => one - other)
            .map((minutes) => ({ value: String(minutes), label: duration(minutes, 'exact') })),
        ],
      },
      { type: 'switch', name: 'noticeAtStart', label: labels.noticeAtStart },
      { type: 'switch', name: 'noticeAtEnd', label: labels.noticeAtEnd },
    ]
  }, [
    words,
    groupNames,
    rules,
    customerId,
    chosenId,
    name,
    byStaff,
    isEdit,
    isApprovalAsked,
    mayFind,
    mayLink,
    mayOpen,
    groups,
    roles,
    customers,
    noticeMinutes,
    duration,
  ])
}
