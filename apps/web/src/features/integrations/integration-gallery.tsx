import { useQuery } from '@tanstack/react-query'
import type { IntegrationKind } from '@vakt/contract/integrations/integrations.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { integrationOverviewQuery } from './integration-queries.ts'
import styles from './integrations.module.css'
import { integrationTexts } from './integrations.texts.ts'

/** What can be connected, with how much of it is: each kind leads to its list and to the form that connects one more. */
export function IntegrationGallery({ customerId, kinds }: { customerId: string | null; kinds: readonly ShownKind[] }) {
  const words = useTexts(integrationTexts)
  const overview = useQuery(integrationOverviewQuery(customerId))
  if (overview.isPending) return <ListSkeleton rows={3} />
  if (!overview.data) return <ErrorState title={words.overviewFailed} error={overview.error} onRetry={() => void overview.refetch()} />
  const offered = overview.data.kinds.filter(({ address }) => address !== null)
  return (
    <section className={styles.gallery} aria-label={words.canBeConnected}>
      <h2>{words.canBeConnected}</h2>
      {customerId === null ? <p className={styles.dim}>{words.chooseCustomer}</p> : null}
      <ul className={styles.kinds}>
        {offered.map((kind) => (
          <Kind key={kind.kind} kind={kind} shown={kinds.find((one) => one.kind === kind.kind)} />
        ))}
      </ul>
    </section>
  )
}

function Kind({ kind: { kind, capabilities, count, address, connectAt }, shown }: { kind: IntegrationKind; shown: ShownKind | undefined }) {
  const words = useTexts(integrationTexts)
  const format = useFormat()
  const ofKind = shown?.words[useLanguage()]
  const Icon = shown?.icon
  const title = ofKind?.title ?? kind
  const able = new Intl.ListFormat(format.locale, { type: 'unit' }).format(capabilities.map((one) => words.canDo[one]))
  return (
    <li className={styles.kind}>
      {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden="true" /> : null}
      <div>
        <h3>{title}</h3>
        <p>{ofKind?.about}</p>
        <p>
          {able}
          {count > 0 ? ` · ${words.connected(format.number(count))}` : ''}
        </p>
        <div className={styles.links}>
          {connectAt ? <PlainLink href={connectAt}>{ofKind?.connect || title}</PlainLink> : null}
          {address ? (
            <PlainLink href={address} aria-label={words.showKind(title)}>
              {words.show}
            </PlainLink>
          ) : null}
        </div>
      </div>
    </li>
  )
}
