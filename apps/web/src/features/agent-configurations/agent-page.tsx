import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  type AgentConfiguration,
  type AgentConfigurationType,
  agentConfigurationTypes,
} from '@vakt/contract/agents/agent-configurations.ts'
import { metricAccess } from '@vakt/contract/features.ts'
import { fieldsOfType } from '@vakt/domain/agent-configurations/configuration.ts'
import { eventLogMetric } from '@vakt/domain/agents/event-log-metric.ts'
import { lazy, Suspense } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'
import { AgentHead } from './agent-head.tsx'
import { AgentHistory } from './agent-history.tsx'
import { configurationQuery } from './agent-queries.ts'
import { ConfiguredEntries } from './configured-entries.tsx'
import { FoundSites } from './found-sites.tsx'

const EnrolMachine = lazy(() => import('./enrol-machine.tsx').then((module) => ({ default: module.EnrolMachine })))
const FoundEvents = lazy(() => import('./found-events.tsx').then((module) => ({ default: module.FoundEvents })))
const ServiceMatches = lazy(() => import('./service-matches.tsx').then((module) => ({ default: module.ServiceMatches })))

/** The VM agent of a resource: whether it runs what is desired, what it watches, and who changed that. */
export function AgentPage() {
  const words = useTexts(agentTexts)
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const query = useQuery(configurationQuery({ customerId, entityId }))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  const configuration = query.data
  const mayWrite = can(['@feature.myenvironment.write'])
  const { report, agent } = configuration
  const needsEnrolment = report === null || agent === null || agent.copiedSince !== null
  return (
    <section className={styles.page} aria-label={words.title}>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <AgentHead customerId={customerId} configuration={configuration} />
      {mayWrite ? null : <p className={styles.dim}>{words.readOnly}</p>}
      {mayWrite && needsEnrolment ? (
        <Suspense>
          <EnrolMachine customerId={customerId} entityId={entityId} />
        </Suspense>
      ) : null}
      {agentConfigurationTypes.map((type) => (
        <AgentPart key={type} {...{ customerId, entityId, configuration, type, mayWrite }} />
      ))}
      {configuration.version > 0 ? <AgentHistory {...{ customerId, entityId, configuration, mayWrite }} /> : null}
    </section>
  )
}

/** What a rule on this kind would most likely watch. */
const metricOf: Record<AgentConfigurationType, string> = {
  services: 'vakt.service.up',
  urls: 'vakt.url.up',
  iis: 'vakt.website.up',
  folders: 'vakt.folder.oldest_age',
  'event-log': eventLogMetric,
}

type PartProps = {
  customerId: string
  entityId: string
  configuration: AgentConfiguration
  type: AgentConfigurationType
  mayWrite: boolean
}

/** One kind of what is watched: what is configured, and beside it what is on the machine now. */
function AgentPart({ customerId, entityId, configuration, type, mayWrite }: PartProps) {
  const words = useTexts(agentTexts)
  const { can } = useShownCustomer()
  const { content, report, configurationId } = configuration
  const reportedAt = configuration.agentEndedAt === null ? undefined : report?.lastContactAt
  const hasEntry = (field: keyof typeof content) => content[field].length > 0 || configuration.sources.some((one) => one.field === field)
  const fields = fieldsOfType[type].filter(hasEntry)
  const isMeasured = type === 'iis' ? (report?.found.websites.length ?? 0) > 0 : content[fieldsOfType[type][0] ?? 'urls'].length > 0
  return (
    <section className={styles.section} aria-labelledby={`agent-${type}`}>
      <div className={styles.head}>
        <h2 id={`agent-${type}`}>{words.types[type]}</h2>
        {mayWrite ? (
          <div className={styles.actions}>
            {isMeasured ? (
              <ButtonLink
                variant="subtle"
                size="compact-md"
                aria-label={words.alertOnWhat(words.types[type])}
                to="/my-environment/$customerId/$entityId/alert-rules/create"
                params={{ customerId, entityId }}
                search={{ metric: metricOf[type] }}
              >
                {words.alertOn}
              </ButtonLink>
            ) : null}
            <ButtonLink
              variant="default"
              size="compact-md"
              aria-label={words.editTypes[type]}
              to="/my-environment/$customerId/$entityId/cloudops-vmagent/edit/$vmConfigId/$type"
              params={{ customerId, entityId, vmConfigId: configurationId ?? 'new', type }}
            >
              {words.edit}
            </ButtonLink>
          </div>
        ) : null}
      </div>
      {fields.length === 0 ? <p className={styles.dim}>{words.nothing[type]}</p> : null}
      <div className={styles.columns}>
        {fields.map((field) => (
          <div key={field}>
            {words.fields[field] === words.types[type] ? null : <h3>{words.fields[field]}</h3>}
            <ConfiguredEntries
              {...{ customerId, entityId, configuration, field, mayWrite }}
              showsMeasured={report !== null && can(metricAccess)}
            />
          </div>
        ))}
      </div>
      {type === 'services' && report && report.found.services.length > 0 ? (
        <Suspense fallback={null}>
          <ServiceMatches
            services={report.found.services}
            monitoredServices={content.monitoredServices}
            ignoredServices={content.ignoredServices}
            reportedAt={reportedAt}
          />
        </Suspense>
      ) : null}
      {type === 'event-log' && report?.found.events?.length ? (
        <Suspense fallback={null}>
          <FoundEvents events={report.found.events} />
        </Suspense>
      ) : null}
      {type === 'iis' && report ? <FoundSites found={report.found} ignored={content} reportedAt={reportedAt} /> : null}
    </section>
  )
}
