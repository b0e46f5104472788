import { useQuery } from '@tanstack/react-query'
import type { AgentConfigurationType } from '@vakt/contract/agents/agent-configurations.ts'
import type { NewAgentTemplate } from '@vakt/contract/agents/agent-templates.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './agent.module.css'
import type { AgentValues } from './agent-fields.ts'
import { FoundSites } from './found-sites.tsx'
import { PatternTrial } from './pattern-trial.tsx'
import { ServiceMatches } from './service-matches.tsx'
import { templateFindingsQuery } from './template-queries.ts'
import { templateTexts } from './templates.texts.ts'

type Props = { customerId: string; filter: NewAgentTemplate['filter']; type: AgentConfigurationType; values: AgentValues }

/** Tries the patterns of a template while they are typed, on what the agents of the machines report that its filter lets through. */
export function TemplateTrial({ customerId, filter, type, values }: Props) {
  const words = useTexts(templateTexts)
  const { data } = useQuery(templateFindingsQuery(customerId, filter))
  if (!data) return null
  const { machines, found } = data
  const named = (names: readonly string[]) => names.filter(Boolean)
  if (type === 'services')
    return (
      <>
        <p className={styles.dim} role="status">
          {words.triedOn(machines)}
        </p>
        <ServiceMatches
          services={found.services}
          monitoredServices={named(values.monitoredServices)}
          ignoredServices={named(values.ignoredServices)}
          showsOthers
        />
      </>
    )
  if (type === 'iis')
    return (
      <FoundSites
        found={found}
        ignored={{ ignoredWebsites: named(values.ignoredWebsites), ignoredAppPools: named(values.ignoredAppPools) }}
      />
    )
  if (type === 'folders') return null
  return (
    <PatternTrial
      urls={type === 'urls' ? values.urls : []}
      queries={type === 'event-log' ? values.eventLogQueries : []}
      events={type === 'event-log' ? (found.events ?? []) : []}
    />
  )
}
