import { receptionOf } from '@vakt/domain/customer-reception.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { silenceTexts } from './silence.texts.ts'

export type Received = Parameters<typeof receptionOf>[0]

/** Says of a customer that nothing is connected, or since when nothing was received; null where something was lately. */
export function useSilence() {
  const words = useTexts(silenceTexts)
  const format = useFormat()
  return (of: Received): string | null => {
    const reception = receptionOf(of, serverNow())
    if (reception === 'current') return null
    if (reception === 'none') return words.nothingConnected
    return of.lastReceivedAt ? words.nothingReceivedSince(format.exact(of.lastReceivedAt)) : words.nothingReceived
  }
}
