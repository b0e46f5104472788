import type { User } from '@vakt/contract/users/users.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useLimitFields } from './resource-limit-fields.ts'
import { resourceLimitFormTexts } from './resource-limit-form.texts.ts'
import { type LimitValues, limitOf, limitValuesOf } from './resource-limit-values.ts'
import { useChangeUser } from './user-queries.ts'
import { userTexts } from './users.texts.ts'

const none: readonly string[] = []

/** For administrators of a customer: the resources that one of its people sees. */
export function ResourceLimitForm({ customerId, user }: { customerId: string; user: User }) {
  const words = useTexts(resourceLimitFormTexts)
  const { messages } = useTexts(userTexts)
  const change = useChangeUser(customerId, user.userId)
  const start = limitValuesOf(user.resourceLimit)
  const fields = useLimitFields(customerId, user.resourceLimit?.resourceGroups ?? none)
  const form = useForm<LimitValues>({ fields, start })
  const { phase } = useFormState(form)
  return (
    <section>
      <h3>{words.title}</h3>
      <Form
        form={form}
        label={words.title}
        messages={messages}
        failureTexts={{ onFields: words.onFields, general: words.failed }}
        onSubmit={(values) => change.mutateAsync({ resourceLimit: limitOf(values) })}
        onSent={() => showToast(words.saved, 'success')}
      >
        <AskBeforeLeaving when={form.isDirty} />
        <FormField form={form} name="sees" />
        <FormField form={form} name="limitTags" />
        <FormField form={form} name="limitGroups" />
        <div>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </section>
  )
}
