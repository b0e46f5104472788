import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ContactTest, type IncidentContacts, testIncidentContacts } from '@vakt/contract/incidents/incident-contacts.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { incidentContactsQuery } from '#web/shared/incident-contacts/incident-contacts-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNote } from '#web/ui/page/failure-note.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './incident-contacts.module.css'
import { incidentContactTexts } from './incident-contacts.texts.ts'

function useTest(customerId: string) {
  const words = useTexts(incidentContactTexts)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(testIncidentContacts, { params: { customerId } }),
    onSuccess: ({ sent }) => showToast(words.sent(sent), 'success'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: incidentContactsQuery(customerId).queryKey }),
  })
}

/** The button that sends a test, and what became of the last one. */
export function ContactTestPart({ customerId, contacts: { lastTest, nextTestAt } }: { customerId: string; contacts: IncidentContacts }) {
  const words = useTexts(incidentContactTexts)
  const format = useFormat()
  const test = useTest(customerId)
  const waits = nextTestAt !== null && Date.parse(nextTestAt) > serverNow() ? nextTestAt : null
  return (
    <div className={styles.test}>
      <div className={styles.send}>
        <Button variant="default" loading={test.isPending} disabled={waits !== null} onClick={() => test.mutate()}>
          {words.test}
        </Button>
        <p>{waits ? words.testAgainAt(format.relative(waits)) : words.testHelp}</p>
      </div>
      {test.isError ? <FailureNote error={test.error} words={{ failed: words.testFailed, messages: words.messages }} /> : null}
      {lastTest ? <LastTest test={lastTest} /> : null}
    </div>
  )
}

function LastTest({ test: { at, by, results } }: { test: ContactTest }) {
  const words = useTexts(incidentContactTexts)
  const format = useFormat()
  return (
    <div role="status">
      <p>{words.lastTest(format.exact(at), by)}</p>
      <ul className={styles.results}>
        {results.map(({ name, state, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two recipients may have one name
          <li key={index} data-state={state}>
            <bdi>{name}</bdi>: {words.results[state]}
            {state === 'failed' && answer ? ` (${answer})` : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
