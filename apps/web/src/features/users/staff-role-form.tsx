import type { User } from '@vakt/contract/users/users.ts'
import { isRoleOfProvider } from '@vakt/domain/access.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { staffRoleTexts } from './staff-role.texts.ts'
import { type StaffValues, staffChangeOf, staffValuesOf, useStaffFields } from './staff-role-fields.ts'
import { useChangeUser } from './user-queries.ts'
import styles from './users.module.css'
import { userTexts } from './users.texts.ts'

/** For administrators of the provider: what one of its people may do, and at which customers. */
export function StaffRoleForm({ customerId, user }: { customerId: string; user: User }) {
  const words = useTexts(staffRoleTexts)
  const { messages } = useTexts(userTexts)
  const nameOf = useRoleName()
  const change = useChangeUser(customerId, user.userId)
  const form = useForm<StaffValues>({ fields: useStaffFields(true), start: staffValuesOf(user) })
  const { phase } = useFormState(form)
  const given = user.identityRoles.find(isRoleOfProvider)
  return (
    <section>
      <h3>{words.title}</h3>
      {given ? <p className={styles.help}>{words.fromIdentity(nameOf(given))}</p> : null}
      <Form
        form={form}
        label={words.title}
        messages={messages}
        failureTexts={{ onFields: words.onFields, general: words.failed }}
        onSubmit={(values) => change.mutateAsync(staffChangeOf({ ...staffValuesOf(user), ...values }, user.roles))}
        onSent={() => showToast(words.saved, 'success')}
      >
        <AskBeforeLeaving when={form.isDirty} />
        <FormField form={form} name="staffRole" />
        <FormField form={form} name="reach" />
        <FormField form={form} name="staffCustomers" />
        <div>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </section>
  )
}
