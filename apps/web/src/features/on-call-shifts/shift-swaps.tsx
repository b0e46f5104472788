import { useQuery } from '@tanstack/react-query'
import type { ShiftSwap } from '@vakt/contract/on-call/on-call-shifts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { swapsQuery, useAnswerSwap, useWithdrawSwap } from './shift-queries.ts'
import styles from './shifts.module.css'
import { shiftTexts } from './shifts.texts.ts'
import { useSpan } from './use-span.ts'

/** What waits for an answer, and what was answered last. Nothing where no one was asked. */
export function SwapList() {
  const words = useTexts(shiftTexts)
  const swaps = useQuery(swapsQuery)
  if (!swaps.data)
    return swaps.isError ? <ErrorState title={words.swapsFailed} error={swaps.error} onRetry={() => void swaps.refetch()} /> : null
  if (swaps.data.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="shift-swaps">
      <h2 id="shift-swaps">{words.swaps}</h2>
      <ul className={styles.rows}>
        {swaps.data.map((swap) => (
          <SwapRow key={swap.swapId} swap={swap} />
        ))}
      </ul>
    </section>
  )
}

function SwapRow({ swap }: { swap: ShiftSwap }) {
  const words = useTexts(shiftTexts)
  const span = useSpan()
  const answer = useAnswerSwap()
  const withdraw = useWithdrawSwap()
  const { swapId, asker, asked, from, to, note, schedule, state, isOwn } = swap
  const when = span({ from, to })
  const isOpen = state === 'open'
  const fail = failureToast({ failed: words.notDone, messages: words.messages })
  const reply = (accepts: boolean) =>
    answer.mutate({ swapId, accepts }, { onSuccess: () => showToast(accepts ? words.accepted : words.refused, 'success'), onError: fail })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.when}>{when}</p>
        <p className={styles.facts}>
          <span>{isOwn ? words.youAsked(asked.name) : words.asksYou(asker.name)}</span>
          <span>{schedule}</span>
          {note ? <span>{note}</span> : null}
          <span>{words.states[state]}</span>
        </p>
      </div>
      {!isOpen ? null : isOwn ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.of(words.withdraw, when)}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(swapId, { onSuccess: () => showToast(words.withdrawn, 'success'), onError: fail })}
        >
          {words.withdraw}
        </Button>
      ) : (
        <div className={styles.buttons}>
          <Button size="compact-sm" aria-label={words.of(words.accept, when)} loading={answer.isPending} onClick={() => reply(true)}>
            {words.accept}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.of(words.refuse, when)}
            disabled={answer.isPending}
            onClick={() => reply(false)}
          >
            {words.refuse}
          </Button>
        </div>
      )}
    </li>
  )
}
