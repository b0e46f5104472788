import { useQuery } from '@tanstack/react-query'
import { environmentAccess } from '@vakt/contract/features.ts'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { runPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { runsOfIncidentQuery } from './process-run-queries.ts'
import { processRunTexts } from './process-runs.texts.ts'
import styles from './run-dots.module.css'
import { RunDots, RunStateMark } from './run-dots.tsx'

const StartProcess = lazy(() => import('./start-process.tsx').then((module) => ({ default: module.StartProcess })))

type Props = { customerId: string; incidentId: string }

function useMaySee(): boolean {
  const { can, isLimited } = useShownCustomer()
  return can(environmentAccess) && !isLimited
}

/** The runs of processes on an incident, a line each; nothing while there are none, and for those who may not see them. */
export function RunLines({ customerId, incidentId }: Props) {
  const words = useTexts(processRunTexts)
  const format = useFormat()
  const maySee = useMaySee()
  const { data } = useQuery({ ...runsOfIncidentQuery(customerId, incidentId), enabled: maySee })
  if (!data || data.result.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.automation}>
      {data.result.map((run) => (
        <li key={run.runId} className={styles.line}>
          <PlainLink className={styles.name} href={runPath(customerId, run.runId)}>
            <bdi>{run.process.name}</bdi>
          </PlainLink>
          <RunDots steps={run.steps} />
          <RunStateMark state={run.state} steps={run.steps} />
          {run.waitsUntil ? <span className={styles.dim}>{words.until(clockOf(format.exact(run.waitsUntil)))}</span> : null}
        </li>
      ))}
    </ul>
  )
}

/** As a part of the incident's page, with the way to start a process by hand. */
export function RunsOfIncident({ customerId, incidentId, entityId }: Props & { entityId: string | undefined }) {
  const words = useTexts(processRunTexts)
  const { can } = useShownCustomer()
  const [isStarting, setStarting] = useState(false)
  const mayStart = can(['@feature.myenvironment.write'])
  const maySee = useMaySee()
  const { data, isError } = useQuery({ ...runsOfIncidentQuery(customerId, incidentId), enabled: maySee })
  if (!maySee || (data?.result.length === 0 && !mayStart)) return null
  return (
    <Section title={words.automation}>
      {isError ? <p className={styles.dim}>{words.loadFailed}</p> : <RunLines customerId={customerId} incidentId={incidentId} />}
      {mayStart ? (
        <p className={styles.dim}>
          <Button size="compact-sm" variant="default" onClick={() => setStarting(true)}>
            {words.start}
          </Button>
        </p>
      ) : null}
      {isStarting ? (
        <Suspense>
          <StartProcess customerId={customerId} incidentId={incidentId} entityId={entityId} onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
