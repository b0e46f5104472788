import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EntityCounts } from '@vakt/contract/entities/entity-list.ts'
import { type EnvironmentSettings, saveEnvironmentSettings } from '@vakt/contract/entities/environment-settings.ts'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPage, FormPart } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { entityCountsQuery, environmentSettingsQuery } from './entity-list-queries.ts'
import { environmentSettingsTexts } from './environment-settings.texts.ts'

/** By which tags a customer groups its entities, and which types its lists leave out. */
export function EnvironmentSettingsPage() {
  const { customerId, name } = useShownCustomer()
  const words = useTexts(environmentSettingsTexts)
  const settings = useQuery(environmentSettingsQuery(customerId))
  const counts = useQuery(entityCountsQuery(customerId, { hidden: true }, []))
  const failed = settings.error ?? counts.error
  return (
    <FormPage
      back={
        <Link to="/my-environment/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.back}
        </Link>
      }
      title={words.title}
      intro={words.intro(name)}
    >
      {settings.data && counts.data ? (
        <SettingsForm
          key={`${customerId} ${settings.data.version}`}
          customerId={customerId}
          settings={settings.data}
          counts={counts.data}
        />
      ) : failed ? (
        <ErrorState
          title={words.failed}
          error={failed}
          onRetry={() => {
            void settings.refetch()
            void counts.refetch()
          }}
        />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </FormPage>
  )
}

type Values = { outer: string; inner: string; hiddenTypes: string[] }
type SettingsFormProps = { customerId: string; settings: EnvironmentSettings; counts: EntityCounts }

function useSettingsFields({ settings, counts }: Omit<SettingsFormProps, 'customerId'>): FieldDefinition<Values>[] {
  const words = useTexts(environmentSettingsTexts)
  const names = useReadableNames()
  return useMemo(() => {
    const known = counts.tags.map(({ key, count }) => ({ value: key, label: words.used(key, count) }))
    const kept = settings.tagKeys.filter((key) => !known.some(({ value }) => value === key)).map((key) => ({ value: key, label: key }))
    const keys = [{ value: '', label: words.noTag }, ...known, ...kept]
    const types = [...new Set([...counts.type.map(({ value }) => value), ...settings.hiddenTypes])].toSorted()
    return [
      { type: 'filterselect', name: 'outer', label: words.outer, help: words.outerHelp, options: keys },
      {
        type: 'filterselect',
        name: 'inner',
        label: words.inner,
        help: words.innerHelp,
        options: keys,
        render: ({ outer }) => outer !== '',
        validator: { condition: (value, { outer }) => value === '' || value !== outer, message: words.same },
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'hiddenTypes',
        label: words.hiddenTypes,
        help: words.hiddenTypesHelp,
        placeholder: words.noTypes,
        options: types.map((type) => ({ value: type, label: names.type(type) })),
      },
    ]
  }, [settings, counts, words, names])
}

function SettingsForm({ customerId, settings, counts }: SettingsFormProps) {
  const words = useTexts(environmentSettingsTexts)
  const queryClient = useQueryClient()
  const { queryKey } = environmentSettingsQuery(customerId)
  const save = useMutation({
    mutationFn: (body: EnvironmentSettings) => call(saveEnvironmentSettings, { params: { customerId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      for (const feature of ['entities', 'incidents']) void queryClient.invalidateQueries({ queryKey: [feature, customerId] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const [outer = '', inner = ''] = settings.tagKeys
  const form = useForm<Values>({
    fields: useSettingsFields({ settings, counts }),
    start: { outer, inner, hiddenTypes: settings.hiddenTypes },
  })
  const { phase } = useFormState(form)
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) =>
          save.mutateAsync({
            tagKeys: [values.outer, ...(values.outer ? [values.inner] : [])].filter(Boolean),
            hiddenTypes: values.hiddenTypes,
            version: settings.version,
          })
        }
        onSent={() => showToast(words.saved, 'success')}
      >
        <FormPart title={words.groups}>
          <FormField form={form} name="outer" />
          <FormField form={form} name="inner" />
        </FormPart>
        <FormPart title={words.hidden}>
          <FormField form={form} name="hiddenTypes" />
        </FormPart>
        <FormActions>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
