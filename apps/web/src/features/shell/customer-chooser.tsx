import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { type ListedCustomer, listCustomers } from '@vakt/contract/users/administration.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { seesOwnCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupsOf } from '#web/shared/customers/customer-groups.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { useFoundRows } from '#web/ui/controls/use-found-rows.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import classes from './customer-chooser.module.css'
import { customerChooserTexts } from './customer-chooser.texts.ts'
import { readRecentCustomers } from './recent-customers.ts'
import { useChooseCustomer } from './use-choose-customer.ts'

const waitInMilliseconds = 200
const mostListed = 50

/** Without an id: all customers, or those in the group that `of` names. */
type Choice = {
  customerId: string | null
  of?: string
  name: string
  group: 'every' | 'groups' | 'own' | 'recent' | 'all'
  openIncidents?: SeverityCounts
}

const keyOf = ({ customerId, of, group }: Choice) => customerId ?? of ?? group

/** The worst severity alone, which is what one looks for in a list of customers. */
function worstOf(counts: SeverityCounts): SeverityCounts {
  const worst = severities.find((severity) => counts[severity] > 0)
  return { critical: 0, high: 0, medium: 0, low: 0, ...(worst && { [worst]: counts[worst] }) }
}

/** Their own and the latest first while nothing is searched; each customer once. */
function buildChoices(
  listed: ListedCustomer[],
  { own, every, groups }: { own: { customerId: string; name: string } | null; every: string; groups: Choice[] },
  isSearch: boolean,
): Choice[] {
  const counts = new Map(listed.map((one) => [one.customerId, one.openIncidents]))
  const first: Choice[] = isSearch
    ? groups
    : [
        { customerId: null, name: every, group: 'every' },
        ...groups,
        ...(own ? [{ ...own, group: 'own' as const }] : []),
        ...readRecentCustomers().map((one): Choice => ({ ...one, group: 'recent' })),
      ]
  const all = listed.map(({ customerId, name }): Choice => ({ customerId, name, group: 'all' }))
  const choices = [...first, ...all].filter(
    (one, index, every) => every.findIndex((other) => other.customerId === one.customerId && other.of === one.of) === index,
  )
  return choices.map((choice) => {
    const openIncidents = choice.customerId === null ? undefined : counts.get(choice.customerId)
    return openIncidents ? { ...choice, openIncidents } : choice
  })
}

function PlainCustomerChooser({ shownCustomerId }: { shownCustomerId: string | null }) {
  const words = useTexts(customerChooserTexts)
  const session = useSession()
  const choose = useChooseCustomer()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), waitInMilliseconds)
  const list = useQuery({
    queryKey: ['customers', 'all', q],
    queryFn: ({ signal }) => call(listCustomers, { query: { limit: mostListed, ...(q ? { q } : {}) }, signal }),
    placeholderData: keepPreviousData,
  })
  const { customer_id: customerId, customer_name: name } = session.customer
  const own = seesOwnCustomer(session) ? { customerId, name } : null
  const states = useQuery(customerStatesQuery)
  const groups = groupsOf(states.data?.customers ?? [])
    .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    .map(({ value, label }): Choice => ({ customerId: null, of: value, name: words.group(label), group: 'groups' }))
  const choices = buildChoices(list.data?.result ?? [], { own, every: words.every, groups }, q !== '')
  const rows = useFoundRows({
    keys: choices.map(keyOf),
    isAnswered: text.trim() === q && !list.isPending && !list.isPlaceholderData && !states.isPending,
    sure: text.trim() ? undefined : 'every',
    choose: (_, index) => take(choices[index]),
  })
  const { active } = rows

  useEffect(() => {
    input.current?.focus()
  }, [])
  useEffect(() => {
    void document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function take(choice: Choice | undefined) {
    if (!choice) return
    input.current?.closest('dialog')?.close()
    choose(choice.customerId, choice.of)
  }

  function handleKey(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: choices.length - 1 }
    if (event.nativeEvent.isComposing) return
    const next = steps[event.key]
    if (event.key === 'Enter') rows.enter()
    else if (next === undefined || ((event.key === 'Home' || event.key === 'End') && text)) return
    else rows.mark(Math.min(Math.max(next, 0), choices.length - 1))
    event.preventDefault()
  }

  return (
    <div className={classes.chooser}>
      <div className={classes.search}>
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            rows.restart()
          }}
          onBlur={rows.forget}
          onKeyDown={handleKey}
        />
        {list.isFetching && <Loader size={14} aria-hidden="true" />}
      </div>
      <div id={id} role="listbox" aria-label={words.choose} className={classes.list}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from the field, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, aria-activedescendant names the choice
          <div
            key={keyOf(choice)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.choice}
            data-starts={choice.group !== choices[index - 1]?.group && index > 0}
            onMouseMove={() => rows.mark(index)}
            onClick={() => take(choice)}
          >
            <span className={classes.names}>
              <span className={classes.name}>{choice.name}</span>
              <span className={classes.about}>
                {[choice.customerId, choice.group === 'own' && words.yours, choice.customerId === shownCustomerId && words.shown]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {choice.openIncidents && <SeverityCountList counts={worstOf(choice.openIncidents)} />}
          </div>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {list.isSuccess && choices.length === 0 ? words.none(q) : list.data?.continuation_token ? words.more(mostListed) : ''}
      </p>
      {list.isError && <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />}
    </div>
  )
}

export const CustomerChooser = inMantine(PlainCustomerChooser)
