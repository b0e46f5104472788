import { useQuery } from '@tanstack/react-query'
import { globalAdminRole, staffRoles } from '@vakt/contract/features.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { staffRoleTexts } from './staff-role.texts.ts'

const choices = ['none', ...staffRoles, globalAdminRole] as const

export type StaffValues = { staffRole: (typeof choices)[number]; reach: 'all' | 'chosen'; staffCustomers: string[] }

const isLimitable = ({ staffRole }: StaffValues) => staffRole !== 'none' && staffRole !== globalAdminRole

/** The role of someone at the provider, and the customers that it is for. The names are those of the contract where it has them. */
export function useStaffFields(isProvider: boolean): FieldDefinition<StaffValues>[] {
  const words = useTexts(staffRoleTexts)
  const customers = useQuery({ ...customerStatesQuery, enabled: isProvider }).data?.customers
  return useMemo(
    () => [
      {
        type: 'radiogroup',
        name: 'staffRole',
        label: words.role,
        options: choices.map((value) => ({ value, label: words.roles[value], description: words.about[value] })),
        render: () => isProvider,
      },
      {
        type: 'radiogroup',
        name: 'reach',
        label: words.reach,
        options: [
          { value: 'all', label: words.reachOf.all, description: words.reachHelp },
          { value: 'chosen', label: words.reachOf.chosen },
        ],
        render: (values) => isProvider && isLimitable(values),
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'staffCustomers',
        label: words.customers,
        help: words.customersHelp,
        required: true,
        options: (customers ?? []).map(({ customerId, name }) => ({ value: customerId, label: name })),
        render: (values) => isProvider && isLimitable(values) && values.reach === 'chosen',
      },
    ],
    [words, customers, isProvider],
  )
}

const isStaffChoice = (role: string): role is StaffValues['staffRole'] => (choices as readonly string[]).includes(role)

/** Of several the highest: administrators may do all. */
export function staffValuesOf({
  roles,
  staffCustomers,
}: {
  roles: readonly string[]
  staffCustomers: readonly string[] | null
}): StaffValues {
  return {
    staffRole: choices.findLast((role) => roles.includes(role)) ?? 'none',
    reach: staffCustomers ? 'chosen' : 'all',
    staffCustomers: [...(staffCustomers ?? [])],
  }
}

/** What is sent of it; `others` are the roles of the user that say nothing of the staff. */
export function staffChangeOf(values: StaffValues, others: readonly string[]): { roles: string[]; staffCustomers: string[] | null } {
  const role = values.staffRole === 'none' ? [] : [values.staffRole]
  const isLimited = isLimitable(values) && values.reach === 'chosen'
  return { roles: [...others.filter((one) => !isStaffChoice(one)), ...role], staffCustomers: isLimited ? values.staffCustomers : null }
}
