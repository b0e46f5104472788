import { useQuery } from '@tanstack/react-query'
import { globalAdminRole, staffRoles } from '@vakt/contract/features.ts'
import type { AdministeredStaffRole } from '@vakt/contract/users/staff-roles.ts'
import { isOwnStaffRole, isRoleOfProvider } from '@vakt/domain/access.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownRoleName } from '#web/shared/access/own-role-name.ts'
import { staffRolesQuery } from '#web/shared/access/staff-roles-query.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { staffRoleTexts } from './staff-role.texts.ts'

const fixed = ['none', ...staffRoles.toReversed(), globalAdminRole] as const

export type StaffValues = { staffRole: string; reach: 'all' | 'chosen'; staffCustomers: string[] }

const isLimitable = ({ staffRole }: StaffValues) => staffRole !== 'none' && staffRole !== globalAdminRole

/** The role of someone at the provider, and the customers that it is for. The names are those of the contract where it has them. */
export function useStaffFields(isProvider: boolean): FieldDefinition<StaffValues>[] {
  const words = useTexts(staffRoleTexts)
  const language = useLanguage()
  const customers = useQuery({ ...customerStatesQuery, enabled: isProvider }).data?.customers
  const own = useQuery({ ...staffRolesQuery, enabled: isProvider }).data
  return useMemo(() => {
    const choiceOf = (value: (typeof fixed)[number]) => ({ value, label: words.roles[value], description: words.about[value] })
    const ownChoiceOf = ({ role, description }: AdministeredStaffRole) => ({ value: role, ...(description && { description }) })
    return [
      {
        type: 'radiogroup',
        name: 'staffRole',
        label: words.role,
        options: [...fixed.map(choiceOf), ...(own ?? []).map((one) => ({ ...ownChoiceOf(one), label: ownRoleName(one, language) }))],
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
    ]
  }, [words, language, customers, own, isProvider])
}

/** Of several the highest: administrators may do all. */
export function staffValuesOf({
  roles,
  staffCustomers,
}: {
  roles: readonly string[]
  staffCustomers: readonly string[] | null
}): StaffValues {
  return {
    staffRole: fixed.findLast((role) => roles.includes(role)) ?? roles.find(isOwnStaffRole) ?? 'none',
    reach: staffCustomers ? 'chosen' : 'all',
    staffCustomers: [...(staffCustomers ?? [])],
  }
}

/** What is sent of it; `others` are the roles of the user that say nothing of the staff. */
export function staffChangeOf(values: StaffValues, others: readonly string[]): { roles: string[]; staffCustomers: string[] | null } {
  const role = values.staffRole === 'none' ? [] : [values.staffRole]
  const isLimited = isLimitable(values) && values.reach === 'chosen'
  return { roles: [...others.filter((one) => !isRoleOfProvider(one)), ...role], staffCustomers: isLimited ? values.staffCustomers : null }
}
