import type { ServiceToken } from '@vakt/contract/users/service-tokens.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { renewedExpiry } from '#web/shared/tokens/token-lifetime.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Choice } from '#web/ui/controls/choice.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useRevokeServiceToken, useRotateServiceToken } from './service-token-queries.ts'
import { ServiceTokenSecret } from './service-token-secret.tsx'
import styles from './service-tokens.module.css'
import { serviceTokenTexts } from './service-tokens.texts.ts'

/** One service token, with the ways to rotate and to revoke it. */
export function ServiceTokenContent({ token, onClose }: { token: ServiceToken; onClose: () => void }) {
  const { customerId } = useShownCustomer()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <ServiceTokenSecret customerId={customerId} secret={secret} onDone={() => setSecret(null)} />
  return (
    <PanelContent>
      <PanelTitle>{token.name}</PanelTitle>
      <TokenFacts token={token} />
      <Rotate token={token} onRotated={setSecret} />
      <Revoke token={token} onClose={onClose} />
    </PanelContent>
  )
}

function TokenFacts({ token }: { token: ServiceToken }) {
  const words = useTexts(serviceTokenTexts)
  const names = useTexts(featureNames)
  const format = useFormat()
  const { ending, scope, createdAt, createdBy, rotatedAt, previousUntil, expiresAt, lastUsedAt } = token
  return (
    <Facts>
      <Fact label={words.ending}>
        <code>{ending}</code>
      </Fact>
      <Fact label={words.scope}>{scope.map((key) => names[key]).join(', ')}</Fact>
      <Fact label={words.lastUsed}>{lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : words.neverUsed}</Fact>
      <Fact label={words.expires}>{expiresAt ? format.exact(expiresAt) : words.never}</Fact>
      <Fact label={words.created}>{`${format.exact(createdAt)}, ${createdBy}`}</Fact>
      <Fact label={words.rotated}>{rotatedAt ? format.exact(rotatedAt) : null}</Fact>
      <Fact label={words.previousUntil}>{previousUntil ? format.exact(previousUntil) : null}</Fact>
    </Facts>
  )
}

const overlaps = ['0', '1', '24', '168'] as const
type Overlap = (typeof overlaps)[number]

function Rotate({ token, onRotated }: { token: ServiceToken; onRotated: (secret: string) => void }) {
  const words = useTexts(serviceTokenTexts)
  const { customerId } = useShownCustomer()
  const rotate = useRotateServiceToken(customerId, token.tokenId)
  const [isOpen, setOpen] = useState(false)
  const [overlap, setOverlap] = useState<Overlap>('24')
  const present = { createdAt: token.rotatedAt ?? token.createdAt, expiresAt: token.expiresAt }
  const submit = () =>
    void rotate
      .mutateAsync({ overlapHours: Number(overlap), expiresAt: renewedExpiry(present, new Date(serverNow())) })
      .then(({ secret }) => onRotated(secret), failureToast(words.failed))
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.rotate}
        </Button>
      </div>
    )
  return (
    <div className={styles.rotate}>
      <Choice<Overlap>
        label={words.overlap}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={setOverlap}
      />
      <p className={styles.help}>{words.overlapHelp}</p>
      <div className={styles.actions}>
        <Button loading={rotate.isPending} onClick={submit}>
          {words.rotateNow}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}

function Revoke({ token, onClose }: { token: ServiceToken; onClose: () => void }) {
  const words = useTexts(serviceTokenTexts)
  const { customerId } = useShownCustomer()
  const revoke = useRevokeServiceToken(customerId, token.tokenId)
  const run = () =>
    void revoke.mutateAsync(undefined).then(() => {
      showToast(words.revoked, 'success')
      onClose()
    }, failureToast(words.failed))
  return (
    <RemoveButton
      words={{ remove: words.revoke, removeAsk: words.revokeAsk, keep: words.keep }}
      loading={revoke.isPending}
      onRemove={run}
    />
  )
}
