import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { agentConfigurationTypes } from '@vakt/contract/agents/agent-configurations.ts'
import { type AgentTemplate, NewAgentTemplate } from '@vakt/contract/agents/agent-templates.ts'
import { emptyConfiguration, fieldsOfType } from '@vakt/domain/agent-configurations/configuration.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { agentTexts } from './agent.texts.ts'
import { type AgentValues, contentOf, useAgentFields, valuesOf } from './agent-fields.ts'
import { agentFormTexts } from './agent-form.texts.ts'
import { useSaveTemplate } from './template-queries.ts'
import { templateTexts } from './templates.texts.ts'
import { withoutContent } from './without-content.ts'

const TemplateTrial = lazy(() => import('./template-trial.tsx').then((module) => ({ default: module.TemplateTrial })))

type Values = AgentValues & { templateName: string; types: string[]; resourceGroups: string[]; tags: string[]; customerIds: string[] }

const contract = fieldsOf(NewAgentTemplate)

function useFields(isOfProvider: boolean): FieldDefinition<Values>[] {
  const words = useTexts(templateTexts)
  const customers = useQuery({ ...customerStatesQuery, enabled: isOfProvider }).data?.customers
  const content = useAgentFields('all') as unknown as FieldDefinition<Values>[]
  return useMemo(
    () => [
      { ...contract.name, type: 'text', name: 'templateName', label: words.name, required: true },
      { type: 'tags', name: 'tags', label: words.tags, help: words.tagsHelp },
      { type: 'tags', name: 'resourceGroups', label: words.resourceGroups },
      { type: 'tags', name: 'types', label: words.types, help: words.typesHelp },
      {
        type: 'select',
        multiple: true,
        name: 'customerIds',
        label: words.customers,
        help: words.customersHelp,
        options: (customers ?? []).map((one) => ({ value: one.customerId, label: one.name })),
        render: () => isOfProvider,
      },
      ...content,
    ],
    [words, customers, content, isOfProvider],
  )
}

const startOf = (template: AgentTemplate | null): Partial<Values> => ({
  ...valuesOf(template?.content ?? emptyConfiguration),
  ...(template && {
    templateName: template.name,
    types: template.filter.type,
    resourceGroups: template.filter.resourceGroup,
    tags: template.filter.tag,
    customerIds: template.customerIds,
  }),
})

const templateOf = (values: Values): NewAgentTemplate => ({
  name: values.templateName,
  filter: { type: values.types ?? [], resourceGroup: values.resourceGroups ?? [], tag: values.tags ?? [] },
  customerIds: values.customerIds ?? [],
  content: agentConfigurationTypes.reduce((content, type) => contentOf(content, values, type), emptyConfiguration),
})

/** What many machines watch, as a form; a new template where none is given. */
export function TemplateForm({ customerId, loaded }: { customerId: string; loaded: AgentTemplate | null }) {
  const words = useTexts(templateTexts)
  const general = useTexts(agentTexts)
  const formWords = useTexts(agentFormTexts)
  const navigate = useNavigate()
  const session = useSession()
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(loaded)
  const save = useSaveTemplate(customerId, before)
  const isOfProvider = isStaff(session) && customerId === session.customer.customer_id
  const form = useForm<Values>({ fields: useFields(isOfProvider), start: startOf(before) })
  const { values, phase } = useFormState(form)
  const { filter } = templateOf(values)
  // One that is no tag is said when it is saved.
  const tried = { ...filter, tag: filter.tag.filter((tag) => tag.includes('=')) }
  return (
    <Form
      form={form}
      label={before ? words.editTitle : words.create}
      messages={{ ...formWords.messages, ...words.messages }}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={(values) =>
        save.mutateAsync(templateOf(values)).catch((error: unknown) => Promise.reject(withoutContent(error, { name: 'templateName' })))
      }
      onSent={({ templateId }) => {
        showToast(words.saved, 'success')
        void navigate({ to: '/my-environment/$customerId/agents/templates', params: { customerId }, search: { open: templateId } })
      }}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormPart title={words.about}>
        {(['templateName', 'tags', 'resourceGroups', 'types', 'customerIds'] as const).map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
      </FormPart>
      {agentConfigurationTypes.map((type) => (
        <FormPart key={type} {...(fieldsOfType[type].length > 1 && { title: general.types[type] })}>
          {fieldsOfType[type].map((name) => (
            <FormField key={name} form={form} name={name} />
          ))}
          <Suspense>
            <TemplateTrial filter={tried} {...{ customerId, type, values }} />
          </Suspense>
        </FormPart>
      ))}
      <FormActions>
        <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
          {formWords.save}
        </Button>
      </FormActions>
    </Form>
  )
}
