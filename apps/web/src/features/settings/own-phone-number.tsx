import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmPhoneNumber, removePhoneNumber, savePhoneNumber } from '@vakt/contract/on-call/phone-numbers.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownNumberQuery } from '#web/shared/phone-number/own-number-query.ts'
import { phoneNumberTexts } from '#web/shared/phone-number/phone-number.texts.ts'
import { PhoneNumberSection } from '#web/shared/phone-number/phone-number-section.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'

/** The user's own telephone number. */
export function OwnPhoneNumber() {
  const words = useTexts(phoneNumberTexts)
  const queryClient = useQueryClient()
  const query = useQuery(ownNumberQuery)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  const keep = (answer: typeof query.data) => queryClient.setQueryData(ownNumberQuery.queryKey, answer)
  return (
    <PhoneNumberSection
      {...query.data}
      heading="h2"
      save={async (number) => keep(await call(savePhoneNumber, { body: { number } }))}
      confirm={async (code) => keep(await call(confirmPhoneNumber, { body: { code } }))}
      remove={async () => {
        await call(removePhoneNumber, {})
        keep({ ...query.data, phoneNumber: null })
      }}
    />
  )
}
