import { NativeSelect, TextInput } from '@mantine/core'
import { findTicketEntities, type TicketDetails, type TicketFactChange } from '@vakt/contract/tickets/ticket-details.ts'
import { ticketAreas, ticketTypes } from '@vakt/contract/tickets/tickets.ts'
import { priorityFrom } from '@vakt/domain/ticket-facts.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { areaTexts } from '#web/features/tickets/ticket-areas.texts.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { TagsInput } from '#web/ui/controls/tags-input.tsx'
import styles from './fact-editors.module.css'
import { StaleChoice } from './stale-choice.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { ticketPeopleQuery } from './ticket-details-queries.ts'
import { useFactChange } from './use-fact-change.ts'

export type FactEditorProps = { customerId: string; ticket: TicketDetails; onDone: () => void }

const levels = ['critical', 'high', 'medium', 'low', 'planning'] as const

type FrameProps = {
  change: ReturnType<typeof useFactChange>
  /** How a value is said where two of them stand side by side. */
  say: (facts: Partial<Omit<TicketFactChange, 'version'>> | NonNullable<ReturnType<typeof useFactChange>['conflict']>['current']) => string
  onSave?: () => void
  onDone: () => void
  children: ReactNode
}

/** What every editor has: its fields, what went wrong, both versions where someone was faster, and the buttons. */
function Frame({ change, say, onSave, onDone, children }: FrameProps) {
  const words = useTexts(ticketDetailsTexts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isSaving) onSave?.()
  }
  if (change.conflict) {
    return (
      <StaleChoice title={words.stale} text={words.staleText} yours={say(change.conflict.mine)} theirs={say(change.conflict.current)}>
        <Button size="compact-sm" variant="default" loading={change.isSaving} onClick={change.useMine}>
          {words.useMine}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {words.keepTheirs}
        </Button>
      </StaleChoice>
    )
  }
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      {children}
      {change.failure ? (
        <p className={styles.failure} role="alert">
          {change.failure}
        </p>
      ) : null}
      {onSave ? (
        <span className={styles.buttons}>
          <Button type="submit" size="compact-sm" loading={change.isSaving}>
            {words.save}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
        </span>
      ) : null}
    </form>
  )
}

export function PriorityEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const names = useTexts(severityTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [scale, setScale] = useState({ impact: ticket.impact, urgency: ticket.urgency, priority: ticket.priority })
  const data = levels.map((level, index) => ({ value: String(index + 1), label: names[level] }))
  const say = ({ priority = ticket.priority }: { priority?: number }) => names[levels[priority - 1] ?? 'planning']
  const put = (next: { impact: number; urgency: number }) => setScale({ ...next, priority: priorityFrom(next) })
  return (
    <Frame change={change} say={say} onSave={() => change.save(scale)} onDone={onDone}>
      <NativeSelect
        label={words.priority}
        data-autofocus
        data={data}
        value={String(scale.priority)}
        onChange={(event) => setScale({ ...scale, priority: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={words.impact}
        data={data}
        value={String(scale.impact)}
        onChange={(event) => put({ ...scale, impact: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={words.urgency}
        description={words.priorityHelp}
        data={data}
        value={String(scale.urgency)}
        onChange={(event) => put({ ...scale, urgency: Number(event.currentTarget.value) })}
      />
    </Frame>
  )
}

export function AssigneeEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const { user } = useSession()
  const change = useFactChange(customerId, ticket, onDone)
  const [names, setNames] = useState<Record<string, string>>({})
  const find = async (q: string) => {
    const { people } = await queryClient.fetchQuery(ticketPeopleQuery(customerId, ticket.ticketId, { q }))
    setNames((before) => ({ ...before, ...Object.fromEntries(people.map(({ userId, name }) => [userId, name])) }))
    const own = people.filter(({ isStaff, name }) => isStaff && name === user.name)
    return [...own, ...people.filter((person) => !own.includes(person))].map(({ userId, name, email }) => ({
      value: userId,
      label: own.some((person) => person.userId === userId) ? `${name} (${words.assignToMe.toLowerCase()})` : name,
      description: email ?? undefined,
    }))
  }
  const say = (facts: { assigneeId?: string | null; assignee?: string | null }) =>
    facts.assignee ?? (facts.assigneeId ? names[facts.assigneeId] : null) ?? words.nobody
  return (
    <Frame change={change} say={say} onDone={onDone}>
      <SearchChoice
        label={words.assignee}
        queryKey={['assignees', customerId, ticket.ticketId]}
        find={find}
        first={ticket.assignee ? [{ value: '', label: words.unassign }] : []}
        nothingFound={words.nobodyFound}
        onChoose={(userId) => !change.isSaving && change.save({ assigneeId: userId || null })}
      />
    </Frame>
  )
}

export function RequesterEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [names, setNames] = useState<Record<string, string>>({})
  const find = async (q: string) => {
    const { people } = await queryClient.fetchQuery(ticketPeopleQuery(customerId, ticket.ticketId, { q, of: 'customer' }))
    setNames((before) => ({ ...before, ...Object.fromEntries(people.map(({ userId, name }) => [userId, name])) }))
    return people.map(({ userId, name, email }) => ({ value: userId, label: name, description: email ?? undefined }))
  }
  const say = (facts: { requesterId?: string | null; requester?: { name: string } }) =>
    facts.requester?.name ?? names[facts.requesterId ?? ''] ?? words.requester
  return (
    <Frame change={change} say={say} onDone={onDone}>
      <SearchChoice
        label={words.requester}
        queryKey={['requesters', customerId, ticket.ticketId]}
        find={find}
        nothingFound={words.nobodyFound}
        onChoose={(requesterId) => !change.isSaving && change.save({ requesterId })}
      />
    </Frame>
  )
}

export function EntityEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [names, setNames] = useState<Record<string, string>>({})
  const find = async (q: string, signal: AbortSignal) => {
    const { entities } = await call(findTicketEntities, { params: { customerId }, query: { q }, signal })
    setNames((before) => ({ ...before, ...Object.fromEntries(entities.map(({ entityId, name }) => [entityId, name])) }))
    return entities.map(({ entityId, name, type }) => ({ value: entityId, label: name, description: type }))
  }
  const say = (facts: { entityId?: string | null; entity?: { name: string } | null }) =>
    facts.entity?.name ?? names[facts.entityId ?? ''] ?? words.noEntity
  return (
    <Frame change={change} say={say} onDone={onDone}>
      <SearchChoice
        label={words.entity}
        queryKey={['ticket-entities', customerId]}
        find={find}
        first={ticket.entity ? [{ value: '', label: words.noEntity }] : []}
        nothingFound={words.nothingFound}
        onChoose={(entityId) => !change.isSaving && change.save({ entityId: entityId || null })}
      />
    </Frame>
  )
}

export function TypeEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const types = useTexts(ticketTexts)
  const areas: Record<string, string | undefined> = useTexts(areaTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [type, setType] = useState(ticket.type)
  const [area, setArea] = useState(ticket.area)
  const known = ticketAreas.find((one) => one === area)
  const say = (facts: { type?: TicketDetails['type']; area?: string }) =>
    [types[facts.type ?? ticket.type], areas[facts.area ?? ticket.area] ?? facts.area].filter(Boolean).join(' · ')
  return (
    <Frame change={change} say={say} onSave={() => change.save({ type, ...(known ? { area: known } : {}) })} onDone={onDone}>
      <NativeSelect
        label={words.type}
        data-autofocus
        data={ticketTypes.map((value) => ({ value, label: types[value] }))}
        value={type}
        onChange={(event) => setType(ticketTypes.find((one) => one === event.currentTarget.value) ?? type)}
      />
      <NativeSelect
        label={words.area}
        data={[...new Set([ticket.area, ...ticketAreas])].map((value) => ({ value, label: areas[value] ?? value }))}
        value={area}
        onChange={(event) => setArea(event.currentTarget.value)}
      />
    </Frame>
  )
}

export function GroupEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [group, setGroup] = useState(ticket.assigneeGroup ?? '')
  const say = (facts: { assigneeGroup?: string | null }) => facts.assigneeGroup ?? words.none
  return (
    <Frame change={change} say={say} onSave={() => change.save({ assigneeGroup: group.trim() || null })} onDone={onDone}>
      <TextInput
        label={words.group}
        data-autofocus
        maxLength={100}
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value)}
      />
    </Frame>
  )
}

export function TagsEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const id = useId()
  const change = useFactChange(customerId, ticket, onDone)
  const [tags, setTags] = useState<readonly string[]>(ticket.tags)
  const say = (facts: { tags?: readonly string[] }) => facts.tags?.join(', ') || words.none
  return (
    <Frame change={change} say={say} onSave={() => change.save({ tags: [...tags] })} onDone={onDone}>
      <div>
        <label className={styles.label} htmlFor={id}>
          {words.tags}
        </label>
        <TagsInput
          id={id}
          label={words.tags}
          describedBy={undefined}
          placeholder={words.tagPlaceholder}
          isRequired={false}
          isDisabled={false}
          isInvalid={false}
          value={tags}
          onChange={setTags}
          onBlur={() => {}}
        />
      </div>
    </Frame>
  )
}

export function ExternalEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const change = useFactChange(customerId, ticket, onDone)
  const [externalId, setId] = useState(ticket.externalId ?? '')
  const [externalUrl, setUrl] = useState(ticket.externalUrl ?? '')
  const say = (facts: { externalId?: string | null; externalUrl?: string | null }) =>
    [facts.externalId, facts.externalUrl].filter(Boolean).join(' · ') || words.none
  const save = () => change.save({ externalId: externalId.trim() || null, externalUrl: externalUrl.trim() || null })
  return (
    <Frame change={change} say={say} onSave={save} onDone={onDone}>
      <TextInput
        label={words.externalId}
        data-autofocus
        maxLength={200}
        value={externalId}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextInput
        type="url"
        label={words.externalUrl}
        maxLength={2000}
        placeholder="https://"
        value={externalUrl}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
    </Frame>
  )
}
