import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ProcessRunDetails } from '@vakt/contract/processes/process-runs.ts'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { useChangeRun } from '#web/shared/process-runs/process-run-queries.ts'
import { RunStateMark } from '#web/shared/process-runs/run-dots.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { DetailPage, Section } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { processRunPageTexts } from './process-run-page.texts.ts'
import { RunFlow } from './run-flow.tsx'
import { runQuery } from './run-list-queries.ts'

/** One run of a process: what each step did, and where it is now. */
export function ProcessRunPage() {
  const words = useTexts(processRunPageTexts)
  const { customerId } = useShownCustomer()
  const { runId = '' } = useParams({ strict: false }) as { runId?: string }
  const query = useQuery(runQuery(customerId, runId))
  if (query.isPending) return <DetailSkeleton />
  const toList = (
    <ButtonLink variant="default" to="/automation/$customerId/runs" params={{ customerId }}>
      {words.toList}
    </ButtonLink>
  )
  if (!query.data && query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400)) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {toList}
      </EmptyState>
    )
  }
  if (!query.data) {
    return (
      <ErrorState isWholePage title={words.notFound} error={query.error} onRetry={() => void query.refetch()}>
        {toList}
      </ErrorState>
    )
  }
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <RunView customerId={customerId} run={query.data} />
    </>
  )
}

type RunProps = { customerId: string; run: ProcessRunDetails }

function RunView({ customerId, run }: RunProps) {
  const words = useTexts(processRunPageTexts)
  const format = useFormat()
  return (
    <DetailPage
      back={
        <Link to="/automation/$customerId/runs" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.toList}
        </Link>
      }
      title={run.process.name}
      state={
        <>
          <RunStateMark state={run.state} steps={run.steps} />
          {run.waitsUntil ? <span>{words.until(format.exact(run.waitsUntil))}</span> : null}
          {run.endedBy ? <span>{words.by(run.endedBy)}</span> : null}
        </>
      }
      actions={<RunActions customerId={customerId} run={run} />}
      factsLabel={words.about}
      facts={<RunFacts customerId={customerId} run={run} />}
    >
      <Section title={words.steps}>
        <RunFlow steps={run.steps} waitsUntil={run.waitsUntil} />
      </Section>
    </DetailPage>
  )
}

function RunActions({ customerId, run }: RunProps) {
  const words = useTexts(processRunPageTexts)
  const { can } = useShownCustomer()
  const change = useChangeRun(customerId)
  const [isAsking, setAsking] = useState(false)
  const { runId: processRunId, step, steps, endedAt } = run
  if (endedAt !== null || !can(['@feature.myenvironment.write'])) return null
  const stop = () => change.mutate({ kind: 'stop', processRunId }, { onSettled: () => setAsking(false) })
  return (
    <>
      {step < steps.length ? (
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ kind: 'skip', processRunId, step })}>
          {words.skip}
        </Button>
      ) : null}
      <Button onClick={() => setAsking(true)}>{words.stop}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.stopTitle}
        text={words.stopText}
        action={words.stop}
        isBusy={change.isPending}
        onConfirm={stop}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function RunFacts({ customerId, run }: RunProps) {
  const { facts, alert } = useTexts(processRunPageTexts)
  const format = useFormat()
  const titleOf = useIncidentTitle()
  const { incident, entity, ticketId, startedBy, alertRule, startedAt, endedAt, process } = run
  return (
    <Facts>
      <Fact label={facts.incident}>
        <PlainLink href={incidentPath(customerId, incident.incidentId)}>{titleOf(incident)}</PlainLink>
      </Fact>
      <Fact label={facts.resource}>{entity ? <EntityLink customerId={customerId} entity={entity} /> : null}</Fact>
      <Fact label={facts.ticket}>{ticketId ? <TicketLink customerId={customerId} ticketId={ticketId} /> : null}</Fact>
      <Fact label={facts.startedBy}>{startedBy ?? alert(alertRule ?? '')}</Fact>
      <Fact label={facts.started}>{format.exact(startedAt)}</Fact>
      <Fact label={facts.ended}>{endedAt ? format.exact(endedAt) : null}</Fact>
      <Fact label={facts.version}>{String(process.version)}</Fact>
    </Facts>
  )
}
