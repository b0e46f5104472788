import type { CloudOpsService, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './cloudops.module.css'
import { cloudOpsTexts } from './cloudops.texts.ts'
import { describeHours } from './describe-hours.ts'
import { useEndedPrice } from './ended-price.ts'
import { usePriceText } from './price-text.ts'

/** Every version of the service, the latest first: what counted from when on, at what price, and by whom. */
export function CloudOpsHistory({ versions, service }: { versions: readonly CloudOpsVersion[]; service: CloudOpsService }) {
  const words = useTexts(cloudOpsTexts)
  const format = useFormat()
  const priceText = usePriceText()
  const endedPrice = useEndedPrice()
  return (
    <section aria-labelledby="cloudops-history">
      <h3 id="cloudops-history">{words.history}</h3>
      <ol className={styles.history}>
        {versions.map(({ version, validFrom, state, calendar, pricing, currency, changedBy, reason }, index) => (
          <li key={version}>
            <span className={styles.when}>{format.exact(validFrom)}</span>
            <span>
              <strong>{words.states[state]}</strong> · {calendar.alwaysOpen ? words.around : describeHours(calendar, format.locale)} ·{' '}
              {priceText({ ...service, calendar, pricing, currency }).rate}
              <span className={styles.dim}>
                {changedBy}
                {[
                  reason && reason !== versions[index + 1]?.reason && words.reasons[reason],
                  endedPrice({ pricing, currency, validFrom }, versions[index - 1]?.currency ?? service.currency, service),
                ]
                  .filter(Boolean)
                  .map((text) => ` · ${text}`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
