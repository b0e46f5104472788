import { useQuery } from '@tanstack/react-query'
import { type TicketStatus, ticketStatuses, ticketTypes } from '@vakt/contract/tickets/tickets.ts'
import { lazy, Suspense } from 'react'
import { ticketChoicesQuery } from '#web/features/tickets/ticket-queries.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { PriorityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { ChosenFilter } from '#web/ui/filters/chosen-filter.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { MoreFilters } from '#web/ui/filters/more-filters.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { withChosen } from '#web/ui/filters/with-chosen.ts'
import { lastOf } from './last-of.ts'
import { ticketListTexts } from './ticket-list.texts.ts'
import type { TicketScreen } from './ticket-screen.ts'

const closedStatuses: TicketStatus[] = ['resolved', 'closed']
const levelKeys = ['critical', 'high', 'medium', 'low', 'planning'] as const

const TimeFilter = lazy(() => import('./ticket-time-filter.tsx').then((module) => ({ default: module.TimeFilter })))

/** The filters that everybody needs, those that are set, and a menu of the rest. */
export function TicketFilters({ customerId, screen }: { customerId: string; screen: TicketScreen }) {
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const levels = useTexts(severityTexts)
  const statuses = useTexts(ticketStatusTexts)
  const { search, change } = screen
  const choices = useQuery(ticketChoicesQuery(customerId, search.all)).data
  const me = { value: 'me', label: words.me }
  // Nobody but staff has tickets.
  const byStaff = isStaff(useSession())
  const ownChoice = byStaff || search.assignee?.includes('me') ? [{ ...me, count: choices?.assignedToMe }] : []
  const nobody = { value: 'nobody', label: words.nobody, count: choices?.unassigned }
  const chooseStatus = (status: TicketStatus[]) =>
    change({ status, ...(status.some((one) => closedStatuses.includes(one)) ? { onlyOpen: false } : {}) })
  const chooseOpen = (isOpen: boolean) =>
    change(isOpen ? { onlyOpen: true, status: search.status?.filter((one) => !closedStatuses.includes(one)) } : { onlyOpen: false })
  const some = (
    key: 'of' | 'assignee' | 'group' | 'tag' | 'requester' | 'entity',
    label: string,
    options: Parameters<typeof withChosen>[0],
  ) => ({
    key,
    label,
    isSet: search[key] !== undefined,
    filter: <FilterSelect label={label} {...screen.choices(key)} options={withChosen(options, search[key])} />,
  })
  const isWorked = [search.workedFrom, search.workedTo, search.hourType, search.billable].some((one) => one !== undefined)
  const worked = [
    {
      key: 'worked',
      label: words.worked,
      isSet: search.workedFrom !== undefined || search.workedTo !== undefined,
      filter: <PeriodFilter label={words.worked} {...screen.period('workedFrom', 'workedTo')} />,
    },
    {
      key: 'kindOfTime',
      label: words.kindOfTime,
      isSet: search.hourType !== undefined || search.billable !== undefined,
      filter: (
        <Suspense>
          <TimeFilter screen={screen} label={words.kindOfTime} />
        </Suspense>
      ),
    },
  ]

  return (
    <>
      {search.all ? some('of', words.customer, choices?.customers).filter : null}
      <FilterSelect
        label={words.priority}
        {...screen.choices('priority')}
        options={levelKeys.map((key, index) => ({ value: index + 1, label: levels[key], mark: <PriorityMark priority={index + 1} /> }))}
      />
      <FilterSelect
        label={words.status}
        value={search.status ?? []}
        options={ticketStatuses.map((status) => ({ value: status, label: statuses[status], mark: <StatusBadge status={status} /> }))}
        onChange={chooseStatus}
      />
      {some('assignee', words.assignee, [...ownChoice, nobody, ...(choices?.assignees ?? [])]).filter}
      <MoreFilters
        filters={[
          {
            key: 'type',
            label: words.type,
            isSet: search.type !== undefined,
            filter: (
              <FilterSelect
                label={words.type}
                {...screen.choices('type')}
                options={ticketTypes.map((type) => ({ value: type, label: words[type] }))}
              />
            ),
          },
          some('group', words.group, choices?.assigneeGroups),
          some('tag', words.tag, choices?.tags),
          some('requester', words.requester, [me, ...(choices?.requesters ?? [])]),
          some('entity', words.entity, choices?.entities),
          {
            key: 'source',
            label: words.source,
            isSet: search.source !== undefined,
            filter: (
              <FilterSelect
                label={words.source}
                {...screen.choice('source')}
                options={[
                  { value: 'person', label: words.byPerson },
                  { value: 'monitoring', label: words.byMonitoring },
                ]}
              />
            ),
          },
          {
            key: 'breaching',
            label: words.serviceLevel,
            isSet: search.breaching !== undefined || search.missed !== undefined,
            filter: (
              <FilterSelect
                label={words.serviceLevel}
                value={[
                  ...(search.breaching ? ['breaching'] : []),
                  ...(search.missed === undefined ? [] : [search.missed ? 'missed' : 'met']),
                ]}
                options={[
                  { value: 'breaching', label: words.breaching },
                  { value: 'missed', label: words.missed },
                  { value: 'met', label: words.met },
                ]}
                onChange={(values) => change({ breaching: values.includes('breaching'), missed: lastOf(values, 'missed', 'met') })}
              />
            ),
          },
          {
            key: 'from',
            label: words.created,
            isSet: search.from !== undefined || search.to !== undefined,
            filter: <PeriodFilter label={words.created} {...screen.period()} />,
          },
          ...(byStaff || isWorked ? worked : []),
        ]}
      >
        {search.tagGroup ? (
          <ChosenFilter
            label={words.tagGroup}
            text={search.tagGroup.map((value) => value || words.withoutTag).join(' / ')}
            onClear={() => change({ tagGroup: undefined })}
          />
        ) : null}
      </MoreFilters>
      <Switch label={words.onlyOpen} checked={search.onlyOpen !== false} onChange={chooseOpen} />
    </>
  )
}
