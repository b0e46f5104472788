import { useQuery } from '@tanstack/react-query'
import { writeBalance } from '@vakt/domain/reports/report-rows.ts'
import { useLanguage } from '#web/platform/language.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { prepaidQuery } from './report-queries.ts'
import { reportsTexts } from './reports.texts.ts'

/** What is left today of the hours that the customer paid for in advance; nothing where there are none. */
export function PrepaidHours({ customerId }: { customerId: string }) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const query = useQuery(prepaidQuery(customerId))
  if (query.data === undefined && query.isError)
    return <ErrorState title={words.prepaidFailed} error={query.error} onRetry={() => void query.refetch()} />
  const text = writeBalance(query.data ?? null, new Date(serverNow()).toISOString().slice(0, 10), language)
  return text ? (
    <section aria-label={words.prepaidTitle}>
      <h2>{words.prepaidTitle}</h2>
      <p>{text}</p>
    </section>
  ) : null
}
