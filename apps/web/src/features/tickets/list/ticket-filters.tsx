import { useQuery } from '@tanstack/react-query'
import { type TicketStatus, ticketStatuses, ticketTypes } from '@vakt/contract/tickets.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ticketChoicesQuery } from '#web/features/tickets/ticket-queries.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { PriorityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { DayFilter, DayRange } from '#web/ui/filters/day-filter.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import type { TicketSearch } from './ticket-search.ts'

const closedStatuses: TicketStatus[] = ['resolved', 'closed']
const levelKeys = ['critical', 'high', 'medium', 'low', 'planning'] as const
const rarer = ['type', 'group', 'tag', 'requester', 'entity', 'source', 'breaching', 'from'] as const
type Rarer = (typeof rarer)[number]

type TicketFiltersProps = {
  customerId: string
  search: TicketSearch
  onChange: (change: Partial<Record<keyof TicketSearch, unknown>>) => void
}

type Choice = { value: string; label: string; count?: number | undefined }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is chosen is among the options, also before these have come. */
const withChosen = (options: Choice[], chosen: readonly string[] = []): Choice[] => [
  ...options,
  ...chosen.filter((one) => !options.some(({ value }) => value === one)).map((value) => ({ value, label: uuid.test(value) ? '…' : value })),
]

/** The filters that everybody needs, those that are set, and a menu of the rest. */
export function TicketFilters({ customerId, search, onChange }: TicketFiltersProps) {
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const levels = useTexts(severityTexts)
  const statuses = useTexts(ticketStatusTexts)
  const choices = useQuery(ticketChoicesQuery(customerId, search.all)).data
  const [opened, setOpened] = useState<readonly Rarer[]>([])
  const isShown = (filter: Rarer) =>
    opened.includes(filter) || search[filter] !== undefined || (filter === 'from' && search.to !== undefined)
  const showsClosed = search.onlyOpen === false
  const me = { value: 'me', label: words.me }
  // Nobody but staff has tickets.
  const ownChoice = isStaff(useSession()) || search.assignee?.includes('me') ? [{ ...me, count: choices?.assignedToMe }] : []
  const nobody = { value: 'nobody', label: words.nobody, count: choices?.unassigned }
  const labels: Record<Rarer, string> = {
    type: words.type,
    group: words.group,
    tag: words.tag,
    requester: words.requester,
    entity: words.entity,
    source: words.source,
    breaching: words.serviceLevel,
    from: words.created,
  }
  const chooseStatus = (status: TicketStatus[]) =>
    onChange({ status, ...(status.some((one) => closedStatuses.includes(one)) ? { onlyOpen: false } : {}) })
  const chooseOpen = (isOpen: boolean) =>
    onChange(isOpen ? { onlyOpen: true, status: search.status?.filter((one) => !closedStatuses.includes(one)) } : { onlyOpen: false })
  const choose = (filter: 'group' | 'tag' | 'requester' | 'entity', options: Choice[] = []) => (
    <FilterSelect
      label={labels[filter]}
      value={search[filter] ?? []}
      options={withChosen(filter === 'requester' ? [me, ...options] : options, search[filter])}
      onChange={(value) => onChange({ [filter]: value })}
    />
  )

  return (
    <>
      <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      {search.all ? (
        <FilterSelect
          label={words.customer}
          value={search.of ?? []}
          options={withChosen(choices?.customers ?? [], search.of)}
          onChange={(of) => onChange({ of })}
        />
      ) : null}
      <FilterSelect
        label={words.priority}
        value={search.priority ?? []}
        options={levelKeys.map((key, index) => ({ value: index + 1, label: levels[key], mark: <PriorityMark priority={index + 1} /> }))}
        onChange={(priority) => onChange({ priority })}
      />
      <FilterSelect
        label={words.status}
        value={search.status ?? []}
        options={ticketStatuses.map((status) => ({ value: status, label: statuses[status], mark: <StatusBadge status={status} /> }))}
        onChange={chooseStatus}
      />
      <FilterSelect
        label={words.assignee}
        value={search.assignee ?? []}
        options={withChosen([...ownChoice, nobody, ...(choices?.assignees ?? [])], search.assignee)}
        onChange={(assignee) => onChange({ assignee })}
      />
      {isShown('type') ? (
        <FilterSelect
          label={words.type}
          value={search.type ?? []}
          options={ticketTypes.map((type) => ({ value: type, label: words[type] }))}
          onChange={(type) => onChange({ type })}
        />
      ) : null}
      {isShown('group') ? choose('group', choices?.assigneeGroups) : null}
      {isShown('tag') ? choose('tag', choices?.tags) : null}
      {isShown('requester') ? choose('requester', choices?.requesters) : null}
      {isShown('entity') ? choose('entity', choices?.entities) : null}
      {isShown('source') ? (
        <FilterSelect
          label={words.source}
          value={search.source ? [search.source] : []}
          options={[
            { value: 'person', label: words.byPerson },
            { value: 'monitoring', label: words.byMonitoring },
          ]}
          onChange={(values) => onChange({ source: values.at(-1) })}
        />
      ) : null}
      {isShown('breaching') ? (
        <FilterSelect
          label={words.serviceLevel}
          value={search.breaching ? ['breaching'] : []}
          options={[{ value: 'breaching', label: words.breaching }]}
          onChange={(values) => onChange({ breaching: values.length > 0 || undefined })}
        />
      ) : null}
      {isShown('from') ? (
        <DayRange>
          <DayFilter label={words.from} value={search.from} max={search.to} onChange={(from) => onChange({ from })} />
          <DayFilter label={words.to} value={search.to} min={search.from} onChange={(to) => onChange({ to })} />
        </DayRange>
      ) : null}
      {rarer.every(isShown) ? null : (
        <MenuButton
          fromStart
          variant="subtle"
          size="compact-sm"
          label={words.addFilter}
          icon={<Plus size={14} aria-hidden="true" />}
          items={rarer
            .filter((filter) => !isShown(filter))
            .map((filter) => ({ key: filter, label: labels[filter], onChoose: () => setOpened([...opened, filter]) }))}
        />
      )}
      <Switch label={words.onlyOpen} checked={!showsClosed} onChange={chooseOpen} />
    </>
  )
}
