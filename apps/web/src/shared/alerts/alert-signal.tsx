import { useQuery } from '@tanstack/react-query'
import { getAlertSignal } from '@vakt/contract/alerts/alerts.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { alertSignalTexts } from './alert-signal.texts.ts'
import styles from './alert-trail.module.css'
import { indentJson } from './indent-json.ts'

type AlertSignalProps = { customerId: string; alertId: string; signalId: string }

/** A raw signal as the source sent it. */
export function AlertSignal({ customerId, alertId, signalId }: AlertSignalProps) {
  const words = useTexts(alertSignalTexts)
  const { data, error } = useQuery({
    queryKey: ['alert-signals', customerId, alertId, signalId],
    queryFn: ({ signal }) => call(getAlertSignal, { params: { customerId, alertId, signalId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <CopyBlock label={words.title} text={indentJson(data.body)} />
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <p className={styles.dim} role={error ? 'alert' : undefined}>
      {error ? (isGone ? words.gone : words.failed) : words.loading}
    </p>
  )
}
