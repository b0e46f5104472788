import type { CloudOpsService, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { writeMoney } from '@vakt/domain/cloudops/write-money.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { cloudOpsTexts } from './cloudops.texts.ts'

type Priced = Pick<CloudOpsVersion, 'pricing' | 'currency' | 'validFrom'>

/** What staff set themselves, in minor units; null: of the price lists, or no amount. */
function ownAmountOf({ pricing }: Priced): number | null {
  if (pricing.kind === 'custom') return pricing.monthlyMinor
  return pricing.kind === 'hourly' && pricing.isOwn ? pricing.hourlyMinor : null
}

/** Says that a price which staff set ended by a change of the currency, where the next version, or the customer now, has another one. */
export function useEndedPrice(): (of: Priced, next: string, service: Pick<CloudOpsService, 'currency' | 'currencySince'>) => string | null {
  const words = useTexts(cloudOpsTexts)
  const { locale, exact } = useFormat()
  return (priced, next, { currency, currencySince }) => {
    const amount = ownAmountOf(priced)
    if (amount === null || next === priced.currency) return null
    const isLastChange = next === currency && currencySince !== null && currencySince > priced.validFrom
    return words.priceEnded(writeMoney(amount, priced.currency, locale), next, isLastChange ? exact(currencySince) : null)
  }
}
