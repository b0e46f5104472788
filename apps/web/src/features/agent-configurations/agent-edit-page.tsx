import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import {
  type AgentConfiguration,
  type AgentConfigurationType,
  agentConfigurationTypes,
} from '@vakt/contract/agents/agent-configurations.ts'
import { fieldsOfType } from '@vakt/domain/agent-configurations/configuration.ts'
import { namesOfTemplates } from '@vakt/domain/agent-configurations/merge-configuration.ts'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { LoadingParts } from '#web/forms/loading-parts.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { agentTexts } from './agent.texts.ts'
import { type AgentValues, contentOf, useAgentFields, valuesOf } from './agent-fields.ts'
import { agentFormTexts } from './agent-form.texts.ts'
import { configurationQuery, useSaveConfiguration } from './agent-queries.ts'
import { FoundSites } from './found-sites.tsx'
import { withoutContent } from './without-content.ts'

const ServiceMatches = lazy(() => import('./service-matches.tsx').then((module) => ({ default: module.ServiceMatches })))

const PatternTrial = lazy(() => import('./pattern-trial.tsx').then((module) => ({ default: module.PatternTrial })))

const isType = (type: string): type is AgentConfigurationType => (agentConfigurationTypes as readonly string[]).includes(type)

/** One kind of what the agent of a resource watches, as a form. */
export function AgentEditPage() {
  const words = useTexts(agentFormTexts)
  const general = useTexts(agentTexts)
  const { customerId } = useShownCustomer()
  const params = useParams({ strict: false }) as { entityId?: string; vmConfigId?: string; type?: string }
  const { entityId = '', vmConfigId = '', type = '' } = params
  const query = useQuery(configurationQuery({ customerId, entityId }))
  const entity = useQuery(entityQuery(customerId, entityId))
  const back = (
    <Link to="/my-environment/$customerId/$entityId/cloudops-vmagent" params={{ customerId, entityId }}>
      <ChevronLeft size={14} aria-hidden="true" /> {entity.data ? `${entity.data.name}: ${words.back}` : words.back}
    </Link>
  )
  const isThere = isType(type) && (!query.data || vmConfigId === 'new' || query.data.configurationId === vmConfigId)
  if (!isThere) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {back}
      </EmptyState>
    )
  }
  return (
    <FormPage isWide back={back} title={general.editTypes[type]} intro={words.intro}>
      {query.data ? (
        <AgentForm key={`${entityId} ${type}`} {...{ customerId, entityId, type }} loaded={query.data} />
      ) : query.isError ? (
        <ErrorState title={general.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </FormPage>
  )
}

type FormProps = { customerId: string; entityId: string; type: AgentConfigurationType; loaded: AgentConfiguration }

function AgentForm({ customerId, entityId, type, loaded }: FormProps) {
  const words = useTexts(agentFormTexts)
  const general = useTexts(agentTexts)
  const navigate = useNavigate()
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(loaded)
  const save = useSaveConfiguration({ customerId, entityId })
  const form = useForm<AgentValues>({ fields: useAgentFields(type), start: valuesOf(before.own) })
  const { values, phase } = useFormState(form)
  /** As it counts on the machine. */
  const withTemplates = (field: 'monitoredServices' | 'ignoredServices' | 'ignoredWebsites' | 'ignoredAppPools') => [
    ...values[field].filter(Boolean),
    ...namesOfTemplates(before.sources, field),
  ]
  return (
    <Form
      form={form}
      label={general.editTypes[type]}
      messages={words.messages}
      failureTexts={{ onFields: general.updateFailed, general: general.updateFailed }}
      onSubmit={(sent) =>
        save
          .mutateAsync({ content: contentOf(before.own, sent, type), version: before.version })
          .catch((error: unknown) => Promise.reject(withoutContent(error)))
      }
      onSent={() => {
        showToast(words.saved, 'success')
        void navigate({ to: '/my-environment/$customerId/$entityId/cloudops-vmagent', params: { customerId, entityId } })
      }}
    >
      <AskBeforeLeaving when={form.isDirty} />
      {before.sources.some(({ field, use }) => use === 'used' && fieldsOfType[type].includes(field)) ? (
        <p>{words.besideTemplates}</p>
      ) : null}
      {fieldsOfType[type].map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      {type === 'services' ? (
        <Suspense fallback={<LoadingParts />}>
          <ServiceMatches
            services={loaded.report?.found.services ?? []}
            monitoredServices={withTemplates('monitoredServices')}
            ignoredServices={withTemplates('ignoredServices')}
            showsOthers
          />
        </Suspense>
      ) : null}
      {type === 'iis' && loaded.report ? (
        <FoundSites
          found={loaded.report.found}
          ignored={{ ignoredWebsites: withTemplates('ignoredWebsites'), ignoredAppPools: withTemplates('ignoredAppPools') }}
          isOnForm
        />
      ) : null}
      {type === 'urls' || type === 'event-log' ? (
        <Suspense fallback={<LoadingParts />}>
          <PatternTrial
            urls={type === 'urls' ? values.urls : []}
            queries={type === 'event-log' ? values.eventLogQueries : []}
            events={type === 'event-log' ? (loaded.report?.found.events ?? []) : []}
          />
        </Suspense>
      ) : null}
      <FormActions>
        <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
          {words.save}
        </Button>
      </FormActions>
    </Form>
  )
}
