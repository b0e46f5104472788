import { useQuery } from '@tanstack/react-query'
import { type ApiToken, listApiTokens } from '@vakt/contract/users/api-tokens.ts'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { apiTokenTexts } from './api-token.texts.ts'
import type { MadeToken } from './api-token-form.tsx'
import { apiTokensQuery, useRevokeApiToken } from './api-token-queries.ts'
import { MadeTokenView } from './made-token.tsx'
import rows from './row-list.module.css'
import { SettingsPage } from './settings-page.tsx'

const ApiTokenForm = lazy(() => import('./api-token-form.tsx').then((module) => ({ default: module.ApiTokenForm })))

export function ApiTokenPage() {
  const words = useTexts(apiTokenTexts)
  const query = useQuery(apiTokensQuery(useSession().customer.customer_id))
  const page = useRef<{ focus(): void }>(null)
  const [making, setMaking] = useState<'form' | MadeToken | null>(null)
  const stopMaking = () => {
    setMaking(null)
    page.current?.focus()
  }
  const create = (
    <Button onClick={() => setMaking('form')} disabled={making !== null}>
      {words.create}
    </Button>
  )
  const intro = (
    <>
      {words.intro} <a href="/api/docs">{words.document}</a>
    </>
  )
  const actions = (
    <span className={rows.actions}>
      {query.data?.length ? <ExportMenu onExport={(format) => downloadList(listApiTokens, {}, format)} /> : null}
      {making === null ? create : null}
    </span>
  )
  const isEmpty = query.data?.length === 0 && making === null
  return (
    <SettingsPage ref={page} title={words.title} intro={intro} action={isEmpty || query.isPending ? null : actions}>
      {making === 'form' ? (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <ApiTokenForm onMade={setMaking} onCancel={stopMaking} />
        </Suspense>
      ) : null}
      {making !== null && making !== 'form' ? <MadeTokenView token={making} onDone={stopMaking} /> : null}
      {query.isError && !query.data ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <ListSkeleton rows={3} /> : null}
      {isEmpty ? (
        <EmptyState title={words.empty} text={words.emptyText} icon={<KeyRound size={24} strokeWidth={1.5} aria-hidden="true" />}>
          {create}
        </EmptyState>
      ) : null}
      {query.data && query.data.length > 0 ? <TokenList tokens={query.data} onRevoked={() => page.current?.focus()} /> : null}
    </SettingsPage>
  )
}

function TokenList({ tokens, onRevoked }: { tokens: ApiToken[]; onRevoked: () => void }) {
  const words = useTexts(apiTokenTexts)
  const format = useFormat()
  const revoke = useRevokeApiToken()
  const [asked, setAsked] = useState<ApiToken | null>(null)
  const [isOpen, setOpen] = useState(false)

  async function handleRevoke() {
    if (!asked) return
    await revoke.mutateAsync(asked.tokenId)
    setOpen(false)
    showToast(words.revoked, 'success')
    onRevoked()
  }

  function ask(token: ApiToken) {
    revoke.reset()
    setAsked(token)
    setOpen(true)
  }

  return (
    <>
      <ul className={rows.rows} aria-label={words.list}>
        {tokens.map((token) => (
          <TokenRow key={token.tokenId} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      {tokens[0] ? <p className={rows.note}>{words.signInBy(format.exact(tokens[0].signInBy))}</p> : null}
      <ConfirmDialog
        isOpen={isOpen}
        title={words.revokeQuestion(asked?.name ?? '')}
        text={words.revokeText}
        action={words.revokeAction}
        isBusy={revoke.isPending}
        problem={revoke.isError ? failureText(revoke.error, { failed: words.revokeFailed }) : undefined}
        onConfirm={() => void handleRevoke().catch(() => {})}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const words = useTexts(apiTokenTexts)
  const names = useTexts(featureNames)
  const format = useFormat()
  const { expiresAt } = token
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= serverNow()
  const when = expiresAt ? format.exact(expiresAt) : ''
  return (
    <li className={rows.row}>
      <KeyRound size={20} strokeWidth={1.75} className={rows.icon} aria-hidden="true" />
      <div className={rows.about}>
        <div className={rows.name}>{token.name}</div>
        <p className={rows.facts}>{token.scope.map((key) => names[key]).join(', ')}</p>
        <p className={rows.facts}>
          <span>
            {words.createdAt} <RelativeTime iso={token.createdAt} />
          </span>
          <span className={hasExpired ? rows.warning : undefined}>
            {expiresAt === null ? words.neverExpires : hasExpired ? words.expired(when) : words.expires(when)}
          </span>
          <span>
            {token.lastUsedAt ? (
              <>
                {words.lastUsed} <RelativeTime iso={token.lastUsedAt} />
              </>
            ) : (
              words.neverUsed
            )}
          </span>
        </p>
      </div>
      <Button variant="subtle" color="red" className={rows.end} aria-label={words.revokeOne(token.name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  )
}
