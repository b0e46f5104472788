import { actionLimits } from '@vakt/contract/processes/process-actions.ts'
import type { ProcessChoices } from '@vakt/contract/processes/processes.ts'
import { ticketStatuses } from '@vakt/contract/tickets/ticket-filters.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import type { Texts } from '#web/platform/texts.ts'
import type { processFormTexts } from './process-form.texts.ts'
import type { ProcessValues, StepValues } from './process-values.ts'

type Words = typeof processFormTexts extends Texts<infer En> ? Texts<En>['en'] : never
type StepField = FieldDefinition<StepValues, ProcessValues>

const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
const hours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ value: from + index, label: `${String(from + index).padStart(2, '0')}:00` }))

const of =
  (...types: StepValues['type'][]) =>
  ({ type }: StepValues) =>
    types.includes(type)
const filled = (key: string) => ({
  required: true,
  rules: [{ passes: (value: unknown) => String(value ?? '').trim() !== '', problem: { message: '', key } }],
})

/** The parameters of every kind of step; each is shown for its own kinds. */
export function stepFields(
  words: Words,
  statuses: Record<string, string>,
  { onCallSchedules: schedules, chatDestinations }: Pick<ProcessChoices, 'onCallSchedules' | 'chatDestinations'>,
): StepField[] {
  const { labels } = words
  const names = (name: 'serviceNames' | 'websiteNames' | 'unitNames', type: StepValues['type']): StepField => ({
    ...filled('process.names_empty'),
    ...{ type: 'text', name, label: labels[name], help: labels.namesHelp, maxLength: actionLimits.names, render: of(type) },
  })
  const calls = of('voice_call', 'sms')
  const onCall = [{ value: 'schedule' as const, label: labels.schedule }]
  return [
    {
      ...filled('process.to_empty'),
      ...{ type: 'text', name: 'to', label: labels.to, help: labels.toHelp, maxLength: actionLimits.addresses, render: of('email') },
    },
    { ...filled('process.subject_empty'), type: 'text', name: 'subject', label: labels.subject, maxLength: 250, render: of('email') },
    {
      ...filled('process.message_empty'),
      ...{ type: 'textarea', name: 'body', label: labels.body, rows: 5, maxLength: actionLimits.body, render: of('email') },
    },
    { type: 'bool', name: 'includeTicketInformation', label: labels.includeTicketInformation, render: of('email') },
    {
      type: 'radiogroup',
      name: 'reach',
      label: labels.reach,
      options: [{ value: 'number', label: labels.number }, ...onCall],
      render: (step) => calls(step) && (schedules.length > 0 || step.reach === 'schedule'),
    },
    {
      ...filled('process.phone_empty'),
      ...{ type: 'phone', name: 'phoneNumber', label: labels.phoneNumber, render: (step) => calls(step) && step.reach === 'number' },
    },
    {
      ...filled('process.phone_empty'),
      type: 'select',
      name: 'scheduleId',
      label: labels.scheduleId,
      // One that the provider chose and the reader does not know by name stays.
      options: ({ scheduleId }) => [
        ...schedules.map((schedule) => ({ value: schedule.scheduleId, label: schedule.name })),
        ...(scheduleId && !schedules.some((one) => one.scheduleId === scheduleId) ? [{ value: scheduleId, label: labels.onCall }] : []),
      ],
      render: (step) => calls(step) && step.reach === 'schedule',
    },
    {
      ...filled('process.chat_empty'),
      type: 'select',
      name: 'chatDestinationId',
      label: labels.chatDestinationId,
      help: labels.chatHelp,
      // One that was removed stays until another is chosen.
      options: ({ type, chatDestinationId }) => [
        ...chatDestinations
          .filter(({ service }) => service === type)
          .map(({ destinationId, name }) => ({ value: destinationId, label: name })),
        ...(chatDestinationId && !chatDestinations.some((one) => one.destinationId === chatDestinationId)
          ? [{ value: chatDestinationId, label: labels.chatRemoved }]
          : []),
      ],
      render: of('teams', 'slack'),
    },
    {
      ...filled('process.message_empty'),
      ...{ type: 'textarea', name: 'message', label: labels.message, rows: 3, maxLength: actionLimits.message },
      render: of('voice_call', 'sms', 'teams', 'slack'),
    },
    { type: 'select', name: 'startHour', label: labels.startHour, options: hours(0, 23), render: of('voice_call') },
    { type: 'select', name: 'endHour', label: labels.endHour, help: labels.hoursHelp, options: hours(0, 24), render: of('voice_call') },
    {
      type: 'filterselect',
      name: 'timeZone',
      label: labels.timeZone,
      options: zones.map((value) => ({ value, label: value })),
      render: of('voice_call'),
    },
    { type: 'bool', name: 'useFullDayOnWeekends', label: labels.useFullDayOnWeekends, render: of('voice_call') },
    {
      type: 'select',
      name: 'language',
      label: labels.language,
      options: (['sv', 'en'] as const).map((value) => ({ value, label: words.languages[value] })),
      render: of('voice_call'),
    },
    {
      type: 'select',
      name: 'ticketStatus',
      label: labels.ticketStatus,
      options: ticketStatuses.map((value) => ({ value, label: statuses[value] ?? value })),
      render: of('update_ticket_status'),
    },
    {
      type: 'select',
      name: 'ticketPriority',
      label: labels.ticketPriority,
      options: ([1, 2, 3, 4, 5] as const).map((value) => ({ value, label: words.priorities[value] })),
      render: of('update_ticket_priority'),
    },
    {
      ...filled('process.tag_empty'),
      ...{ type: 'text', name: 'tag', label: labels.tag, help: labels.tagHelp, maxLength: actionLimits.names, render: of('tag_ticket') },
    },
    {
      ...filled('process.group_empty'),
      ...{ type: 'text', name: 'assigneeGroup', label: labels.assigneeGroup, maxLength: 100, render: of('update_assignee_group') },
    },
    {
      type: 'textarea',
      name: 'ticketNote',
      label: labels.ticketNote,
      rows: 3,
      maxLength: actionLimits.note,
      validator: {
        condition: (note, { type }) => type !== 'update_ticket_status' || note.trim() !== '',
        message: words.noteRequired,
      },
      render: of('update_ticket_status', 'update_ticket_priority', 'tag_ticket'),
    },
    {
      type: 'duration',
      name: 'delayInMinutes',
      label: labels.delayInMinutes,
      required: true,
      min: 0,
      max: actionLimits.delayInMinutes,
      render: of('delay'),
    },
    {
      type: 'bool',
      name: 'completeActionIfIncidentIsResolved',
      label: labels.completeActionIfIncidentIsResolved,
      render: of('delay'),
    },
    names('serviceNames', 'start_windows_service'),
    names('websiteNames', 'start_iis_website'),
    {
      ...filled('process.names_empty'),
      ...{ type: 'text', name: 'appPoolNames', label: labels.appPoolNames, help: labels.namesHelp, maxLength: actionLimits.names },
      render: of('start_iis_app_pool', 'restart_iis_app_pool'),
    },
    names('unitNames', 'restart_systemd_unit'),
  ]
}
