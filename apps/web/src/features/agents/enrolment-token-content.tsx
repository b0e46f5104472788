import { Link } from '@tanstack/react-router'
import type { EnrolmentToken } from '@vakt/contract/agents/agents.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useRevokeEnrolmentToken } from './agent-list-queries.ts'
import { enrolmentTokenTexts } from './enrolment-tokens.texts.ts'

/** One enrolment token, and how to revoke it. */
export function EnrolmentTokenContent({ token, onClose }: { token: EnrolmentToken; onClose: () => void }) {
  const words = useTexts(enrolmentTokenTexts)
  const format = useFormat()
  const { customerId } = useShownCustomer()
  const { enrolmentTokenId, name, ending, uses, usesLeft, entityId, createdAt, createdBy, expiresAt } = token
  const revoke = useRevokeEnrolmentToken(customerId, enrolmentTokenId)
  const run = () =>
    void revoke.mutateAsync(undefined).then(() => {
      showToast(words.revoked, 'success')
      onClose()
    }, failureToast(words.failed))
  return (
    <PanelContent>
      <PanelTitle>{name}</PanelTitle>
      <Facts>
        <Fact label={words.usesLeft}>{words.leftOf(format.number(usesLeft), format.number(uses))}</Fact>
        <Fact label={words.expires}>{format.exact(expiresAt)}</Fact>
        <Fact label={words.forResource}>
          {entityId ? (
            <Link to="/my-environment/$customerId/$entityId/cloudops-vmagent" params={{ customerId, entityId }}>
              {words.oneResource}
            </Link>
          ) : (
            words.byName
          )}
        </Fact>
        <Fact label={words.ending}>
          <code>{ending}</code>
        </Fact>
        <Fact label={words.created}>{`${format.exact(createdAt)}, ${createdBy}`}</Fact>
      </Facts>
      <RemoveButton
        words={{ remove: words.revoke, removeAsk: words.revokeAsk, keep: words.keep }}
        loading={revoke.isPending}
        onRemove={run}
      />
    </PanelContent>
  )
}
