import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Holding, handOver, readHoldings } from '@vakt/contract/users/handovers.ts'
import { listUsers, type User } from '@vakt/contract/users/users.ts'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { handoverTexts } from './handover.texts.ts'
import styles from './users.module.css'

type Whose = { customerId: string; user: User }

/** What a user holds, and handing it over to a colleague when they leave. `onDone` takes the focus, since the button that had it is gone. */
export function UserHandover({ customerId, user, onDone }: Whose & { onDone: () => void }) {
  const words = useTexts(handoverTexts)
  const [to, setTo] = useState<string | null>(null)
  const params = { customerId, userId: user.userId }
  const query = useQuery({
    queryKey: ['users', customerId, 'holdings', user.userId, to],
    queryFn: ({ signal }) => call(readHoldings, { params, query: to ? { to } : {}, signal }),
  })
  if (query.isError) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const { holdings, taker, hidden } = query.data ?? { holdings: [], taker: null, hidden: [] }
  const canBeTaken = holdings.some(({ outcome }) => outcome === 'taken')
  return (
    <section aria-label={words.title} aria-busy={query.isPending}>
      <h3>{words.title}</h3>
      {query.isPending || holdings.length > 0 ? null : <p className={styles.help}>{words.nothing}</p>}
      {taker ? (
        <Preview {...{ customerId, user, holdings, taker, hidden, onDone }} onAgain={() => setTo(null)} />
      ) : (
        <>
          <HoldingList holdings={holdings} />
          {canBeTaken ? (
            <>
              <p className={styles.help}>{words.help}</p>
              <TakerSearch customerId={customerId} user={user} onChoose={setTo} />
            </>
          ) : null}
        </>
      )}
    </section>
  )
}

function HoldingList({ holdings }: { holdings: readonly Holding[] }) {
  const words = useTexts(handoverTexts)
  const { locale } = useFormat()
  if (holdings.length === 0) return null
  return (
    <ul className={styles.holdings}>
      {holdings.map(({ kind, count, customers, names }) => (
        <li key={kind}>
          {words.held[kind](count)}
          {customers > 1 ? ` ${words.atCustomers(customers)}` : ''}
          {names.length > 0 ? <span className={styles.dim}>: {listed(names, count, locale)}</span> : null}
        </li>
      ))}
    </ul>
  )
}

const listed = (names: readonly string[], count: number, locale: string) =>
  count > names.length ? `${names.join(', ')} …` : new Intl.ListFormat(locale).format(names)

function TakerSearch({ customerId, user, onChoose }: Whose & { onChoose: (userId: string) => void }) {
  const words = useTexts(handoverTexts)
  const find = async (q: string, signal: AbortSignal) => {
    const found = await call(listUsers, { params: { customerId }, query: { limit: 20, ...(q ? { q } : {}) }, signal })
    return found.result
      .filter(({ userId, isDisabled }) => userId !== user.userId && !isDisabled)
      .map(({ userId, name, email }) => ({ value: userId, label: name, description: email }))
  }
  return (
    <SearchChoice
      label={words.choose}
      queryKey={['users', customerId, 'takers', user.userId]}
      find={find}
      nothingFound={words.nothingFound}
      onChoose={onChoose}
    />
  )
}

type PreviewProps = Whose & {
  holdings: readonly Holding[]
  taker: { userId: string; name: string }
  hidden: readonly Holding['kind'][]
  onDone: () => void
  onAgain: () => void
}

function Preview({ customerId, user, holdings, taker, hidden, onDone, onAgain }: PreviewProps) {
  const words = useTexts(handoverTexts)
  const { locale } = useFormat()
  const queryClient = useQueryClient()
  const handing = useMutation({
    mutationFn: () => call(handOver, { params: { customerId, userId: user.userId }, body: { to: taker.userId } }),
    onSuccess: () => {
      showToast(words.done(taker.name), 'success')
      onAgain()
      onDone()
      for (const queryKey of [['users', customerId], ['recorded-actions']]) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const names = holdings.filter(({ kind }) => hidden.includes(kind)).map(({ kind, count }) => words.held[kind](count))
  const groups = [
    { title: words.taker(taker.name), rows: holdings.filter(({ outcome }) => outcome === 'taken') },
    { title: words.ends, rows: holdings.filter(({ outcome }) => outcome === 'ends') },
    { title: words.stays, rows: holdings.filter(({ outcome }) => outcome === 'stays') },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <div role="status">
      {groups.map(({ title, rows }) => (
        <div key={title}>
          <p>{title}:</p>
          <HoldingList holdings={rows} />
        </div>
      ))}
      {hidden.length > 0 ? (
        <p className={styles.problem}>{words.hidden(taker.name, new Intl.ListFormat(locale).format(names))}</p>
      ) : (
        <p>{words.disables(user.name)}</p>
      )}
      {handing.error ? (
        <p role="alert" className={styles.problem}>
          {failureText(handing.error, { failed: words.notDone, messages: words.messages })}
        </p>
      ) : null}
      <div className={styles.actions}>
        {hidden.length > 0 ? null : (
          <Button color="red" variant="light" loading={handing.isPending} onClick={() => handing.mutate()}>
            {words.handOver(taker.name)}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
      </div>
    </div>
  )
}
