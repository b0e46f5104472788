import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NearEntity } from '@vakt/contract/alerts/unmatched-signals.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { ReadableType } from '#web/shared/entities/readable-name.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './signal-panel.module.css'
import { unmatchedTexts } from './unmatched.texts.ts'
import { bind, bodyQuery, type NamedThing, nearQuery, retry, unmatchedKey } from './unmatched-queries.ts'

type Named = { customerId: string; id: string }

function readKey(open: string | undefined): Named | null {
  const at = open?.lastIndexOf(' ') ?? -1
  return open && at > 0 ? { customerId: open.slice(0, at), id: open.slice(at + 1) } : null
}

type SignalPanelProps = {
  tab: 'unmatched' | 'series' | 'bindings' | 'dismissed' | 'set-aside'
  open: string | undefined
  onClose: () => void
}

/** What a row is about, over the list: which entity is meant, or what a signal reported. */
export function SignalPanel({ tab, open, onClose }: SignalPanelProps) {
  const words = useTexts(unmatchedTexts)
  const named = readKey(open)
  return (
    <SidePanel label={words.details} isOpen={named !== null} onClose={onClose}>
      {named === null ? null : tab === 'set-aside' ? (
        <SignalBody key={open} named={named} onDone={onClose} />
      ) : (
        <NearEntities key={open} named={{ ...named, kind: tab === 'series' ? 'series' : 'signal' }} onDone={onClose} />
      )}
    </SidePanel>
  )
}

function NearEntities({ named, onDone }: { named: NamedThing; onDone: () => void }) {
  const words = useTexts(unmatchedTexts)
  const queryClient = useQueryClient()
  const [q, setQ] = useState('')
  const [binding, setBinding] = useState<string | null>(null)
  const query = useQuery(nearQuery(named, q))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const { alertName, source, target, reason, labels, near } = query.data

  async function choose({ customer, entityId, name }: NearEntity) {
    setBinding(entityId)
    try {
      await bind(named, { entityCustomerId: customer.customerId, entityId })
      showToast(named.kind === 'series' ? words.seriesBound(name) : words.bound(name), 'success')
      onDone()
    } catch (error) {
      failureToast(words.notBound)(error)
      setBinding(null)
    }
    await queryClient.invalidateQueries({ queryKey: unmatchedKey })
  }

  return (
    <div className={styles.content}>
      <h2 className={styles.title}>
        <bdi>{target ?? words.namesNothing}</bdi>
      </h2>
      <p className={styles.dim}>{[alertName, source].filter(Boolean).join(' · ')}</p>
      <h3 className={styles.heading}>{words.why}</h3>
      <p className={styles.text}>
        {named.kind === 'series' && reason === 'nothing-named' ? words.seriesNamesNothing : words.reasons[reason]}
      </p>
      <h3 className={styles.heading}>{words.near}</h3>
      <FilterSearch label={words.search} value={q} onChange={setQ} />
      {near.length === 0 ? (
        <p className={styles.dim} role="status">
          {words.nothingNear} {q ? null : words.addMissing}
        </p>
      ) : (
        <ul className={styles.near} aria-busy={query.isPlaceholderData}>
          {near.map((entity) => (
            <li key={entity.entityId}>
              <div className={styles.entity}>
                <span className={styles.name}>{entity.name}</span>
                <span className={styles.dim}>
                  <ReadableType of={entity} /> · {entity.customer.name}
                </span>
                <span className={styles.dim}>{entity.externalId}</span>
              </div>
              <Button
                size="compact-md"
                variant="default"
                loading={binding === entity.entityId}
                aria-label={words.bindTo(entity.name)}
                onClick={() => void choose(entity)}
              >
                {words.bind}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <h3 className={styles.heading}>{words.labels}</h3>
      <dl className={styles.labels}>
        {Object.entries(labels).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function SignalBody({ named, onDone }: { named: Named; onDone: () => void }) {
  const words = useTexts(unmatchedTexts)
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const query = useQuery(bodyQuery(named))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.gone} error={query.error} onRetry={() => void query.refetch()} />

  async function tryAgain() {
    setBusy(true)
    try {
      await retry(named)
      showToast(words.retried)
      onDone()
    } catch (error) {
      failureToast(words.retryFailed)(error)
      setBusy(false)
    }
    await queryClient.invalidateQueries({ queryKey: unmatchedKey })
  }

  return (
    <div className={styles.content}>
      <h2 className={styles.title}>{words.signal(named.id)}</h2>
      <p className={styles.dim}>{query.data.contentType}</p>
      <div>
        <Button loading={isBusy} onClick={() => void tryAgain()}>
          {words.retry}
        </Button>
      </div>
      <h3 className={styles.heading}>{words.body}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre className={styles.body} tabIndex={0}>
        {query.data.body}
      </pre>
    </div>
  )
}
