import { useInfiniteQuery } from '@tanstack/react-query'
import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { alertTitle } from '@vakt/domain/alert-title.ts'
import { ExternalLink } from 'lucide-react'
import { useActorName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle, useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { majorIncidentPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { incidentAlertsQuery } from './incident-details-queries.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

type SummaryProps = { customerId: string; incident: IncidentDetails }

/** What its alert says by now, where that is not what the incident is called by: a value that rose, say. */
function SaidNow({ customerId, incident }: SummaryProps) {
  const { incidentId, rule } = incident
  const words = useTexts(incidentPageTexts)
  const titleOf = useIncidentTitle()
  const alerts = useInfiniteQuery(incidentAlertsQuery(customerId, incidentId)).data?.pages[0]?.result
  const alert = alerts?.find(({ state, name }) => state === 'firing' && name === rule)
  const said = alert && titleOf({ title: alertTitle(alert), finding: alert.finding })
  return !said || said === titleOf(incident) ? null : (
    <p>
      {words.now}: {said}
    </p>
  )
}

/** What was measured, where the runbook is, and what people were told last. */
export function IncidentSummary({ customerId, incident }: SummaryProps) {
  const actorName = useActorName()
  const words = useTexts(incidentPageTexts)
  const format = useFormat()
  const { measurement, runbookUrl, latestUpdate, majorIncident, rule } = incident
  const limit = measurement?.threshold ? [measurement.operator, measurement.threshold].filter(Boolean).join(' ') : null
  return (
    <div className={styles.lead}>
      {majorIncident ? (
        <p title={format.exact(majorIncident.since)}>
          {majorIncident.endedAt ? words.wasPartOf : words.partOf}{' '}
          {majorIncident.majorIncidentId ? (
            <PlainLink href={majorIncidentPath(majorIncident.majorIncidentId)}>{majorIncident.title}</PlainLink>
          ) : (
            <strong>{majorIncident.title}</strong>
          )}
        </p>
      ) : null}
      <SaidNow customerId={customerId} incident={incident} />
      {(measurement && !limit) || runbookUrl ? (
        <p>
          {measurement && !limit ? (
            <span>
              {measurement.metric ?? rule}: <strong>{measurement.value}</strong>
            </span>
          ) : null}
          {runbookUrl ? (
            <a href={runbookUrl} target="_blank" rel="noopener noreferrer">
              {words.runbook} <ExternalLink size={14} aria-hidden="true" />
            </a>
          ) : null}
        </p>
      ) : null}
      {latestUpdate ? (
        <div className={styles.latest}>
          <span className={styles.dim}>
            {words.latestUpdate} · {actorName(latestUpdate.author)} <ClockTime iso={latestUpdate.at} />
          </span>
          <Markdown text={latestUpdate.body} />
        </div>
      ) : null}
    </div>
  )
}

/** What was measured against which limit; nothing where the source does not say both. */
export function MeasuredValue({ incident: { measurement, rule, finding } }: { incident: IncidentDetails }) {
  const words = useTexts(incidentPageTexts)
  const { nameOf, writeValue } = useMetricWords()
  if (!measurement?.threshold) return null
  const { metric, value, threshold, operator } = measurement
  const write = (text: string, number: number | null | undefined) =>
    finding && typeof number === 'number' ? (writeValue(number, finding.metric, finding.unit) ?? text) : text
  return (
    <Section title={words.measured}>
      <dl className={styles.measured}>
        <div>
          <dt title={metric ?? rule}>{finding ? nameOf(finding.metric) : (metric ?? rule)}</dt>
          <dd>{write(value, finding?.value)}</dd>
        </div>
        <div>
          <dt>{words.limit}</dt>
          <dd>{[operator, write(threshold, finding?.limit)].filter(Boolean).join(' ')}</dd>
        </div>
      </dl>
    </Section>
  )
}
