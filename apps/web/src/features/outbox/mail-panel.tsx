import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { getOutboxMessage } from '@vakt/contract/deliveries/deliveries.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { writePrice } from '#web/shared/messages/write-price.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { MailState } from './mail-state.tsx'
import styles from './outbox.module.css'
import { outboxTexts } from './outbox.texts.ts'
import { outboxMessageQuery, outboxStateQuery, useRetry } from './outbox-queries.ts'

type WholeMail = ResultOf<typeof getOutboxMessage>

const phoneOf = ({ name, address }: WholeMail['recipient']) => (name === address ? address : `${name} (${address})`)

export function MailPanel({ mailId, onClose }: { mailId: string | undefined; onClose: () => void }) {
  const words = useTexts(outboxTexts)
  return (
    <SidePanel label={words.mail} isOpen={mailId !== undefined} onClose={onClose}>
      {mailId ? <MailContent key={mailId} mailId={mailId} /> : null}
    </SidePanel>
  )
}

function MailContent({ mailId }: { mailId: string }) {
  const words = useTexts(outboxTexts)
  const query = useQuery(outboxMessageQuery(mailId))
  if (query.data) return <MailFacts mail={query.data} />
  if (query.isPending) return <DetailSkeleton />
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState title={words.notFound} />
  return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
}

function MailFacts({ mail }: { mail: WholeMail }) {
  const words = useTexts(outboxTexts)
  const format = useFormat()
  return (
    <div className={styles.panel}>
      <header className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{mail.subject}</h2>
        <MailState state={mail.state} />
      </header>
      <Facts>
        <Fact label={words.to}>
          {mail.channel === 'mail' ? `${mail.recipient.name} <${mail.recipient.address}>` : phoneOf(mail.recipient)}
        </Fact>
        <Fact label={words.channel}>{words.channels[mail.channel]}</Fact>
        {mail.parts ? <Fact label={words.parts}>{format.number(mail.parts)}</Fact> : null}
        {mail.price ? <Fact label={words.price}>{writePrice(mail.price, format.locale)}</Fact> : null}
        <Fact label={words.customer}>
          {mail.ticketId ? (
            <>
              <CustomerName name={mail.customerName} isClosed={mail.customerIsClosed} />,{' '}
              <Link to="/tickets/$customerId/$ticketId/details" params={{ customerId: mail.customerId, ticketId: mail.ticketId }}>
                #{mail.ticketId}
              </Link>
            </>
          ) : (
            <CustomerName name={mail.customerName} isClosed={mail.customerIsClosed} />
          )}
        </Fact>
        <Fact label={words.when}>{format.exact(mail.createdAt)}</Fact>
        {mail.attempts > 0 ? <Fact label={words.attempts}>{format.number(mail.attempts)}</Fact> : null}
        {mail.reason ? <Fact label={words.reason}>{words.reasons[mail.reason] ?? mail.reason}</Fact> : null}
        {mail.answer ? <Fact label={words.answer}>{mail.answer}</Fact> : null}
        {mail.nextAt && mail.attempts > 0 ? <Fact label={words.nextAt}>{format.exact(mail.nextAt)}</Fact> : null}
      </Facts>
      <Retry mail={mail} />
      {mail.channel === 'mail' ? null : mail.state === 'held' ? <p className={styles.help}>{words.heldHelp}</p> : null}
      {mail.channel !== 'mail' ? (
        <pre className={styles.text}>{mail.text}</pre>
      ) : mail.text ? (
        <MailLook mail={mail} />
      ) : (
        <p className={styles.help}>{words.notMade}</p>
      )}
    </div>
  )
}

function Retry({ mail }: { mail: WholeMail }) {
  const words = useTexts(outboxTexts)
  const channels = useQuery(outboxStateQuery).data?.channels
  const retry = useRetry(mail.deliveryId)
  if (!channels?.includes(mail.channel) || !['waiting', 'failed', 'kept', 'unknown'].includes(mail.state)) return null
  const isUnknown = mail.state === 'unknown'
  return (
    <div className={styles.retry}>
      <Button
        variant="default"
        loading={retry.isPending}
        onClick={() =>
          retry.mutate(undefined, {
            onSuccess: () => showToast(words.retried),
            onError: failureToast(words.notRetried),
          })
        }
      >
        {isUnknown ? words.retryUnknown : words.retry}
      </Button>
      {isUnknown ? <p className={styles.help}>{mail.channel === 'mail' ? words.retryUnknownHelp : words.retryUnknownPhone}</p> : null}
    </div>
  )
}

/** As a mail program would show it: in a frame of its own, where nothing runs and nothing is loaded. */
function MailLook({ mail }: { mail: WholeMail }) {
  const words = useTexts(outboxTexts)
  const [look, setLook] = useState<'html' | 'text' | 'headers'>('html')
  const labels = { html: words.asItLooks, text: words.asText, headers: words.headers }
  return (
    <div>
      {mail.attachments.length > 0 ? <p>{words.attachments(mail.attachments.join(', '))}</p> : null}
      <div className={styles.looks}>
        {(['html', 'text', 'headers'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={look === name} className={styles.look} onClick={() => setLook(name)}>
            {labels[name]}
          </button>
        ))}
      </div>
      {look === 'html' ? (
        <iframe
          className={styles.frame}
          title={words.asItLooks}
          sandbox=""
          referrerPolicy="no-referrer"
          src={mail.previewPath ?? undefined}
        />
      ) : (
        <pre className={styles.text}>
          {look === 'text' ? mail.text : mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </pre>
      )}
    </div>
  )
}
