import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { type inviteUser, NewInvitation } from '@vakt/contract/users/users.ts'
import { isRoleOfProvider } from '@vakt/domain/access.ts'
import { useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { copyText } from './copy-text.ts'
import { useLimitFields } from './resource-limit-fields.ts'
import { type LimitValues, limitOf, limitValuesOf } from './resource-limit-values.ts'
import { type StaffValues, staffChangeOf, staffValuesOf, useStaffFields } from './staff-role-fields.ts'
import { roleQuery, useInviteUser } from './user-queries.ts'
import styles from './users.module.css'
import { userTexts } from './users.texts.ts'

type Invited = ResultOf<typeof inviteUser>

const contract = fieldsOf(NewInvitation)
const daysOpen = 14

type InviteValues = Omit<NewInvitation, 'staffCustomers' | 'resourceLimit'> & StaffValues & LimitValues
const noStaffRole = staffValuesOf({ roles: [], staffCustomers: null })
const noLimit = limitValuesOf(null)
const noGroups: readonly string[] = []
/** Sees everything of the customer and changes nothing. Customers whose identity provider sends other roles do not have it. */
const usualRole = 'customer-reader'

export function InvitePanel({ customerId, isOpen, onClose }: { customerId: string; isOpen: boolean; onClose: () => void }) {
  const words = useTexts(userTexts)
  // Loaded while the panel is closed, so that it opens with its form.
  const roles = useQuery(roleQuery(customerId))
  return (
    <SidePanel label={words.invite} isOpen={isOpen} onClose={onClose}>
      {roles.isPending ? <DetailSkeleton /> : isOpen ? <Invite customerId={customerId} roles={roles.data ?? []} onClose={onClose} /> : null}
    </SidePanel>
  )
}

type InviteProps = { customerId: string; roles: readonly string[] }

function Invite({ customerId, roles, onClose }: InviteProps & { onClose: () => void }) {
  const words = useTexts(userTexts)
  const { name } = useShownCustomer()
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <div className={styles.panel}>
      {invited ? (
        <Outcome customerId={customerId} invitation={invited} onClose={onClose} />
      ) : (
        <>
          <div>
            <h2>{words.invite}</h2>
            <p>{words.inviteIntro(name, daysOpen)}</p>
          </div>
          <InviteForm customerId={customerId} roles={roles} onInvited={setInvited} />
        </>
      )}
    </div>
  )
}

function InviteForm({ customerId, roles, onInvited }: InviteProps & { onInvited: (invitation: Invited) => void }) {
  const words = useTexts(userTexts)
  const { isProvider } = useShownCustomer()
  const nameOf = useRoleName()
  const invite = useInviteUser(customerId)
  const staffFields = useStaffFields(isProvider)
  const limitFields = useLimitFields(customerId, noGroups)
  const fields = useMemo((): FieldDefinition<InviteValues>[] => {
    // What makes someone staff of the provider is chosen apart.
    const offered = roles.filter((role) => !isRoleOfProvider(role))
    return [
      { ...contract.name, type: 'text', name: 'name', label: words.name, takesFocus: true },
      { ...contract.email, type: 'email', name: 'email', label: words.email },
      {
        ...contract.roles,
        type: 'filterselect',
        multiple: true,
        name: 'roles',
        label: words.roles,
        help: words.inviteRolesHelp,
        options: offered.map((role) => ({ value: role, label: nameOf(role) })),
        value: isProvider ? [] : offered.filter((role) => role === usualRole),
        render: () => offered.length > 0,
      },
      ...(staffFields as FieldDefinition<InviteValues>[]),
      ...(limitFields as FieldDefinition<InviteValues>[]),
    ]
  }, [words, roles, staffFields, limitFields, nameOf, isProvider])
  const form = useForm<InviteValues>({ fields, start: { ...noStaffRole, ...noLimit } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.invite}
      messages={{ ...words.messages, 'form.email_invalid': words.messages['users.invite.email_wrong'] }}
      failureTexts={{ onFields: words.inviteFields, general: words.inviteFailed }}
      onSubmit={({ name, email, roles: others = [], sees, limitTags, limitGroups, ...staff }) =>
        invite.mutateAsync({
          ...{ name, email },
          ...(isProvider
            ? staffChangeOf({ ...noStaffRole, ...staff }, others)
            : { roles: others, resourceLimit: limitOf({ sees, limitTags, limitGroups }) }),
        })
      }
      onSent={onInvited}
    >
      <AskBeforeLeaving when={form.isDirty} />
      <FormField form={form} name="name" />
      <FormField form={form} name="email" />
      <FormField form={form} name="staffRole" />
      <FormField form={form} name="reach" />
      <FormField form={form} name="staffCustomers" />
      <FormField form={form} name="roles" />
      <FormField form={form} name="sees" />
      <FormField form={form} name="limitTags" />
      <FormField form={form} name="limitGroups" />
      <div className={styles.actions}>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.inviteSend}
        </Button>
      </div>
    </Form>
  )
}

function Outcome({ customerId, invitation, onClose }: { customerId: string; invitation: Invited; onClose: () => void }) {
  const words = useTexts(userTexts)
  // Someone with an account at another customer comes to this one by it.
  const link = `${location.origin}/?customer=${encodeURIComponent(customerId)}`
  return (
    <>
      <div role="status">
        <h2>{words.invitedTitle(invitation.name)}</h2>
        <p>{(invitation.isEmailed ? words.emailedText : words.invitedText)(invitation.email)}</p>
      </div>
      <div className={styles.link}>{link}</div>
      <div className={styles.actions}>
        <Button onClick={() => void copyText(link, words)}>{words.copyLink}</Button>
        <Button variant="default" onClick={() => void copyText(invitation.email, words)}>
          {words.copyEmail}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </>
  )
}
