import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useActionWord } from './action-title.tsx'
import { type Detail, describeDetails } from './describe-details.ts'
import { describeTarget } from './describe-target.ts'
import { actionQuery } from './recorded-action-queries.ts'
import styles from './recorded-actions.module.css'
import { recordedActionTexts } from './recorded-actions.texts.ts'

/** `others` were done by the same request. */
type ActionPanelProps = { actionId: string | undefined; others: RecordedAction[]; onClose: () => void }

export function ActionPanel({ actionId, others, onClose }: ActionPanelProps) {
  const words = useTexts(recordedActionTexts)
  return (
    <SidePanel label={words.details} isOpen={actionId !== undefined} onClose={onClose}>
      {actionId ? <ActionContent key={actionId} actionId={actionId} /> : null}
      {others.length > 0 ? <OtherActions others={others} /> : null}
    </SidePanel>
  )
}

function ActionContent({ actionId }: { actionId: string }) {
  const words = useTexts(recordedActionTexts)
  const query = useQuery(actionQuery(actionId))
  if (query.data) return <ActionFacts action={query.data} />
  if (query.isPending) return <DetailSkeleton />
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState title={words.notFound} />
  return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
}

const isMachine = ({ type }: RecordedAction['actor']) => type !== 'user'

function ActionFacts({ action }: { action: RecordedAction }) {
  const words = useTexts(recordedActionTexts)
  const wordOf = useActionWord()
  const format = useFormat()
  const { actor } = action
  return (
    <div className={styles.panel}>
      <h2 className={styles.panelTitle}>{wordOf(action.action)}</h2>
      <Facts>
        <Fact label={words.target}>{describeTarget(action)}</Fact>
        <Fact label={words.who}>
          {actor.type === 'system' ? (
            words.system
          ) : (
            <Link to="/admin/actions" search={{ actorId: actor.id }} title={isMachine(actor) ? words.onlyMachine : words.onlyPerson}>
              {words.nameOf(actor)}
            </Link>
          )}
        </Fact>
        <Fact label={words.customer}>
          <Link to="/admin/actions" search={{ customerId: [action.customerId] }}>
            <CustomerName name={action.customerName} isClosed={action.customerIsClosed} />
          </Link>
        </Fact>
        <Fact label={words.when}>{`${format.exact(action.at)} (${format.timeZone})`}</Fact>
        <Fact label={words.requestId}>{action.requestId}</Fact>
      </Facts>
      <DetailTable details={describeDetails(action.details)} />
    </div>
  )
}

function OtherActions({ others }: { others: RecordedAction[] }) {
  const words = useTexts(recordedActionTexts)
  return (
    <section className={styles.others}>
      <h3>{words.sameRequest}</h3>
      <ul>
        {others.map((other) => (
          <li key={other.actionId}>
            <Link to="/admin/actions" search={(search) => ({ ...search, open: other.actionId })}>
              {describeTarget(other) || other.target}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DetailTable({ details }: { details: Detail[] }) {
  const words = useTexts(recordedActionTexts)
  const names: Record<string, string | undefined> = words.names
  if (details.length === 0) return null
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {details.map((detail) => (
          <tr key={detail.name}>
            <th scope="row">{names[detail.name] ?? detail.name}</th>
            {'value' in detail ? (
              <td colSpan={2}>{detail.value}</td>
            ) : (
              <>
                <td>{detail.before}</td>
                <td>{detail.after}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
