import { staffRoles } from '@vakt/contract/features.ts'
import { type AdministeredStaffRole, NewStaffRole } from '@vakt/contract/users/staff-roles.ts'
import { useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { areas, keyOf } from '#web/shared/access/feature-areas.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { copyOf, lacksCustomerChoice, type RoleValues, roleOf, valuesOf } from './role-values.ts'
import { useSaveStaffRole } from './staff-role-queries.ts'
import styles from './staff-roles.module.css'
import { staffRolesTexts } from './staff-roles.texts.ts'

const contract = fieldsOf(NewStaffRole)
const [readOnly] = staffRoles.toReversed()
const fieldNames = ['name.en', 'name.sv', 'description', ...areas.map((area) => `areas.${area}`), 'lacksChoice']

function useRoleFields(): FieldDefinition<RoleValues>[] {
  const words = useTexts(staffRolesTexts)
  return useMemo(
    () => [
      {
        type: 'group',
        name: 'name',
        label: words.name,
        fields: [
          { type: 'text', name: 'en', label: words.nameOf.en, maxLength: 60, takesFocus: true },
          { type: 'text', name: 'sv', label: words.nameOf.sv, help: words.nameHelp, maxLength: 60 },
        ],
      },
      { ...contract.description, type: 'textarea', name: 'description', label: words.description, rows: 2 },
      {
        type: 'group',
        name: 'areas',
        label: words.rights,
        fields: areas.map((area) => ({
          type: 'select' as const,
          name: area,
          label: words.areas[area],
          options: (['none', 'read', 'write'] as const)
            .filter((level) => level !== 'write' || keyOf(area, 'write'))
            .map((value) => ({ value, label: words.levels[value] })),
        })),
      },
      { type: 'label', name: 'lacksChoice', label: words.lacksChoice, render: ({ areas: levels }) => lacksCustomerChoice(levels) },
    ],
    [words],
  )
}

type RoleFormProps = { role?: AdministeredStaffRole; copied?: string; own: readonly AdministeredStaffRole[]; onClose: () => void }

/** Changes a role, or makes one that begins with what another allows. */
export function RoleForm({ role, copied = readOnly ?? '', own, onClose }: RoleFormProps) {
  const words = useTexts(staffRolesTexts)
  const nameOf = useRoleName()
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(role)
  const save = useSaveStaffRole()
  const form = useForm<RoleValues>({ fields: useRoleFields(), start: before ? valuesOf(before) : copyOf(copied, own) })
  const { phase } = useFormState(form)
  const title = before ? words.editNamed(nameOf(before.role)) : words.newRole
  return (
    <div className={styles.form}>
      <div>
        <h2>{title}</h2>
        {before ? null : <p className={styles.dim}>{words.from(nameOf(copied))}</p>}
        <p className={styles.dim}>{words.rightsHelp}</p>
      </div>
      <Form
        form={form}
        label={title}
        messages={words.messages}
        failureTexts={{ onFields: words.onFields, general: words.notSaved }}
        onSubmit={(values) =>
          save.mutateAsync({ ...roleOf(values), ...(before && { role: before.role }), version: before?.version ?? null })
        }
        onSent={() => {
          showToast(words.saved, 'success')
          onClose()
        }}
      >
        <AskBeforeLeaving when={form.isDirty} />
        {fieldNames.map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
        <div className={styles.actions}>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </Form>
    </div>
  )
}
