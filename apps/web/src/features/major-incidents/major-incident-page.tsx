import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { MajorIncidentDetails } from '@vakt/contract/incidents/major-incidents.ts'
import { ChevronLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Timeline, TimelineEntry } from '#web/ui/display/timeline.tsx'
import { DetailPage, Section } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { AffectedCustomers } from './affected-customers.tsx'
import { majorIncidentQuery, reopen, takeLead, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'
import { UpdateForm } from './update-form.tsx'

const AddIncidentDialog = lazy(() => import('./add-incident-dialog.tsx').then((module) => ({ default: module.AddIncidentDialog })))

/** For staff: one event that hits several customers. */
export function MajorIncidentPage() {
  const { majorIncidentId = '' } = useParams({ strict: false }) as { majorIncidentId?: string }
  const words = useTexts(majorIncidentTexts)
  const query = useQuery(majorIncidentQuery(majorIncidentId))
  if (query.isPending) return <DetailSkeleton />
  const toList = (
    <ButtonLink variant="default" to="/major-incidents">
      {words.list}
    </ButtonLink>
  )
  if (!query.data && query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {toList}
      </EmptyState>
    )
  }
  if (!query.data) {
    return (
      <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()}>
        {toList}
      </ErrorState>
    )
  }
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <MajorIncidentView key={majorIncidentId} majorIncident={query.data} />
    </>
  )
}

function MajorIncidentView({ majorIncident }: { majorIncident: MajorIncidentDetails }) {
  const words = useTexts(majorIncidentTexts)
  const language = useLanguage()
  const { majorIncidentId, title, state, incidents, customers, openIncidents, openedAt, lead } = majorIncident
  const { mayHandle, run, isBusy, say } = useMajorIncidentAction()
  const [isAdding, setAdding] = useState(false)
  const isOpen = state === 'open'
  const onError = (error: unknown) => showToast(say(error), 'failure')
  return (
    <DetailPage
      back={
        <Link to="/major-incidents">
          <ChevronLeft size={14} aria-hidden="true" /> {words.list}
        </Link>
      }
      title={title[language]}
      state={
        <>
          <span>{words[state]}</span>
          <span>
            {words.headline(incidents, customers)}
            {incidents > 0 ? `, ${words.stillOpen(openIncidents)}` : null}
          </span>
          <span>
            {words.opened} <RelativeTime iso={openedAt} />
          </span>
          <span>{words.ledBy(lead)}</span>
        </>
      }
      actions={
        !mayHandle ? null : isOpen ? (
          <Button variant="default" leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {words.addIncident}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => run(() => reopen(majorIncidentId), { onSuccess: () => showToast(words.reopened), onError })}
          >
            {words.reopen}
          </Button>
        )
      }
      factsLabel={words.about}
      facts={<MajorIncidentFacts majorIncident={majorIncident} />}
    >
      {isOpen && mayHandle ? (
        <Section title={words.write}>
          <UpdateForm majorIncident={majorIncident} />
        </Section>
      ) : null}
      <Section title={words.affected}>
        <AffectedCustomers majorIncident={majorIncident} />
      </Section>
      <Section title={words.updates}>
        <Updates updates={majorIncident.updates} />
      </Section>
      {isAdding ? (
        <Suspense>
          <AddIncidentDialog majorIncident={majorIncident} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </DetailPage>
  )
}

function MajorIncidentFacts({ majorIncident }: { majorIncident: MajorIncidentDetails }) {
  const words = useTexts(majorIncidentTexts)
  const format = useFormat()
  const language = useLanguage()
  const { user } = useSession()
  const { mayHandle, run, isBusy, say } = useMajorIncidentAction()
  const { majorIncidentId, lead, title, state, openedAt, openedBy, endedAt } = majorIncident
  const other = title[language === 'en' ? 'sv' : 'en']
  return (
    <Facts>
      <Fact label={words.lead}>
        {lead}
        {mayHandle && state === 'open' && lead !== user.name ? (
          <>
            {' '}
            <Button
              variant="default"
              size="compact-sm"
              loading={isBusy}
              onClick={() =>
                run(() => takeLead(majorIncidentId), {
                  onSuccess: () => showToast(words.youLead),
                  onError: (error) => showToast(say(error), 'failure'),
                })
              }
            >
              {words.takeLead}
            </Button>
          </>
        ) : null}
      </Fact>
      <Fact label={words.titleIn}>{other === title[language] ? null : other}</Fact>
      <Fact label={words.opened}>
        {format.exact(openedAt)} <span className={styles.dim}>{words.by(openedBy)}</span>
      </Fact>
      <Fact label={words.over}>{endedAt ? format.exact(endedAt) : null}</Fact>
    </Facts>
  )
}

/** What was written to the customers, in the reader's language; the other one on demand. */
function Updates({ updates }: Pick<MajorIncidentDetails, 'updates'>) {
  const words = useTexts(majorIncidentTexts)
  const language = useLanguage()
  if (updates.length === 0) return <p className={styles.dim}>{words.noUpdates}</p>
  return (
    <Timeline label={words.updates}>
      {updates.map((update) => {
        const own = update[language]
        const other = language === 'en' ? update.sv : update.en
        return (
          <TimelineEntry key={`${update.at} ${update.author}`} at={<ClockTime iso={update.at} />} isByPerson>
            <strong>{update.author}</strong>
            <Markdown text={own ?? other ?? ''} />
            {own && other ? (
              <details className={styles.other}>
                <summary>{words.inOther}</summary>
                <Markdown text={other} />
              </details>
            ) : null}
          </TimelineEntry>
        )
      })}
    </Timeline>
  )
}
