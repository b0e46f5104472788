import { useQueryClient } from '@tanstack/react-query'
import { changeManyUsers, type User } from '@vakt/contract/users/users.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { userTexts } from './users.texts.ts'

const nameOf = ({ name }: User) => name

/** What can be done with the chosen users. */
export function UserBulkActions({ customerId, selection }: { customerId: string; selection: RowSelection<User> }) {
  const words = useTexts(userTexts)
  const queryClient = useQueryClient()
  const change = (isDisabled: boolean) => (users: User[]) =>
    call(changeManyUsers, { params: { customerId }, body: { isDisabled, userIds: users.map(({ userId }) => userId) } })
  const refresh = () =>
    Promise.all([['users', customerId], ['recorded-actions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const common = { selection, refresh, nameOf, reasons: words.messages }
  return (
    <>
      <BulkAction {...common} label={words.enable} run={change(false)} done={words.manyEnabled} />
      <BulkAction
        {...common}
        label={words.disable}
        run={change(true)}
        done={words.manyDisabled}
        question={{ title: words.disableMany(selection.keys.size), text: words.disableManyText }}
      />
    </>
  )
}
