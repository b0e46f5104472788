import { Link } from '@tanstack/react-router'
import type { ChatDestination } from '@vakt/contract/deliveries/chat-destinations.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { ChatDestinationForm } from './chat-destination-form.tsx'
import {
  useChangeChatDestination,
  useCreateChatDestination,
  useRemoveChatDestination,
  useTestChatDestination,
} from './chat-destination-queries.ts'
import styles from './chat-destinations.module.css'
import { chatDestinationsTexts } from './chat-destinations.texts.ts'
import { ChatStanding, standingOf } from './chat-standing.tsx'

export function NewChatDestinationContent({ customerId, onAdded }: { customerId: string; onAdded: (destinationId: string) => void }) {
  const words = useTexts(chatDestinationsTexts)
  const create = useCreateChatDestination(customerId)
  return (
    <PanelContent>
      <PanelTitle>{words.add}</PanelTitle>
      <ChatDestinationForm
        destination={null}
        onSubmit={({ isEnabled: _, ...wanted }) => create.mutateAsync(wanted)}
        onSent={({ destinationId }) => {
          showToast(words.added, 'success')
          onAdded(destinationId)
        }}
      />
    </PanelContent>
  )
}

type Props = { customerId: string; destination: ChatDestination; onClose: () => void }

export function ChatDestinationContent({ customerId, destination, onClose }: Props) {
  const words = useTexts(chatDestinationsTexts)
  const { destinationId, version, latest, service } = destination
  const change = useChangeChatDestination(customerId, destinationId)
  const test = useTestChatDestination(customerId, destinationId)
  const sendTest = () =>
    test.mutate(undefined, { onSuccess: () => showToast(words.tested, 'success'), onError: failureToast(words.failed) })
  const standing = standingOf(destination)
  return (
    <PanelContent>
      <div>
        <PanelTitle>{destination.name}</PanelTitle>
        <ChatStanding destination={destination} />
        {standing === 'gone' ? <p className={styles.problem}>{words.goneText}</p> : null}
        {standing === 'failing' ? <p className={styles.problem}>{words.failingText}</p> : null}
      </div>
      <Facts>
        <Fact label={words.service}>
          {words.services[service]}, {destination.host}
        </Fact>
        <Fact label={words.latest}>
          {latest ? (
            <span role="status">
              {words.states[latest.state] ?? latest.state} <RelativeTime iso={latest.at} />{' '}
              <Link to="/admin/outbox" search={{ channel: [service], open: latest.deliveryId }}>
                {words.inOutbox}
              </Link>
            </span>
          ) : (
            words.none
          )}
        </Fact>
      </Facts>
      <div className={styles.actions}>
        <Button variant="default" loading={test.isPending} onClick={sendTest}>
          {words.test}
        </Button>
        <Remove customerId={customerId} destination={destination} onClose={onClose} />
      </div>
      <ChatDestinationForm
        key={version}
        destination={destination}
        onSubmit={({ service: _, ...wanted }) => change.mutateAsync({ ...wanted, version })}
        onSent={() => showToast(words.saved, 'success')}
      />
    </PanelContent>
  )
}

function Remove({ customerId, destination, onClose }: Props) {
  const words = useTexts(chatDestinationsTexts)
  const remove = useRemoveChatDestination(customerId, destination.destinationId)
  // Not as callbacks of `mutate`: those are dropped with this panel, which is gone as soon as the list is asked for again.
  const doRemove = () =>
    void remove.mutateAsync(undefined).then(() => {
      showToast(words.removed, 'success')
      onClose()
    }, failureToast(words.failed))
  return <RemoveButton words={words} loading={remove.isPending} onRemove={doRemove} />
}
