import { useQuery } from '@tanstack/react-query'
import type { Closing, ClosingEffect } from '@vakt/contract/customers/customer-closing.ts'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './customer-closing.module.css'
import { customerClosingTexts } from './customer-closing.texts.ts'
import { customerClosingQuery, useReopenCustomer } from './customer-closing-queries.ts'

const CloseCustomerForm = lazy(() => import('./close-customer-form.tsx').then((module) => ({ default: module.CloseCustomerForm })))

const TermForm = lazy(() => import('./term-form.tsx').then((module) => ({ default: module.TermForm })))

/** Closes a customer that leaves, with what that means in words; and opens it again. */
export function CustomerClosing({ customerId, Erasing }: { customerId: string; Erasing: ComponentType<{ customerId: string }> }) {
  const words = useTexts(customerClosingTexts)
  const query = useQuery(customerClosingQuery(customerId))
  const [isAsked, setAsked] = useState(false)
  const { data } = query
  if (query.isError && !data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return null
  const { name, closing } = data
  return (
    <section className={styles.leaving} aria-labelledby="customer-closing">
      <h3 id="customer-closing">{words.title}</h3>
      {closing ? (
        <ClosedCustomer customerId={customerId} closing={closing} Erasing={Erasing} />
      ) : (
        <>
          <p>{words.intro}</p>
          <div>
            <Button variant="light" color="red" onClick={() => setAsked(true)}>
              {words.close}
            </Button>
          </div>
        </>
      )}
      <Dialog isOpen={isAsked && !closing} title={words.closeOf(name)} onClose={() => setAsked(false)}>
        <Effect effect={data.effect} />
        <Suspense>
          <CloseCustomerForm customerId={customerId} name={name} onClose={() => setAsked(false)} />
        </Suspense>
      </Dialog>
    </section>
  )
}

function Effect({ effect }: { effect: ClosingEffect }) {
  const words = useTexts(customerClosingTexts)
  const ended = Object.entries(effect).filter(([, count]) => count > 0) as [keyof ClosingEffect, number][]
  return (
    <div className={styles.effect}>
      <p>{words.whatEnds}</p>
      <ul>
        {ended.map(([kind, count]) => (
          <li key={kind}>{words.effect[kind](count)}</li>
        ))}
        <li>{words.alsoEnds}</li>
      </ul>
    </div>
  )
}

type ClosedCustomerProps = { customerId: string; closing: Closing; Erasing: ComponentType<{ customerId: string }> }

function ClosedCustomer({ customerId, closing, Erasing }: ClosedCustomerProps) {
  const words = useTexts(customerClosingTexts)
  const format = useFormat()
  const reopen = useReopenCustomer(customerId)
  const [isChanged, setChanged] = useState(false)
  const { at, by, erasesAt, reason, erasing } = closing
  if (erasing) return <p role="status">{words.isErasing(format.exact(erasing.since), erasing.by)}</p>
  return (
    <>
      <p>
        <strong>{words.isClosed(format.exact(at), by)}</strong>
      </p>
      <p>
        {erasesAt ? words.willBeErased(format.exact(erasesAt)) : words.isKept} {reason ? words.because(reason) : null}
      </p>
      <p>{words.whatNow}</p>
      <div className={styles.actions}>
        <Button
          loading={reopen.isPending}
          onClick={() => reopen.mutate(undefined, { onSuccess: () => showToast(words.reopened, 'success') })}
        >
          {words.reopen}
        </Button>
        <Button variant="default" onClick={() => setChanged(true)}>
          {words.change}
        </Button>
        <Erasing customerId={customerId} />
      </div>
      <Dialog isOpen={isChanged} title={words.changeTerm} onClose={() => setChanged(false)}>
        <Suspense>
          <TermForm customerId={customerId} closing={closing} onClose={() => setChanged(false)} />
        </Suspense>
      </Dialog>
      {reopen.isError ? <p role="alert">{failureText(reopen.error, { failed: words.reopenFailed, messages: words.messages })}</p> : null}
    </>
  )
}
