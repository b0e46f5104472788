import { useInfiniteQuery } from '@tanstack/react-query'
import type { Invitation } from '@vakt/contract/users/users.ts'
import { MailPlus } from 'lucide-react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { copyText } from './copy-text.ts'
import { invitationState } from './invitation-state.ts'
import { LimitMark, LimitNote } from './limit-note.tsx'
import { invitationListQuery, useRevokeInvitation } from './user-queries.ts'
import type { UserScreen } from './user-screen.ts'
import styles from './users.module.css'
import { userTexts } from './users.texts.ts'

export function InvitationList({ screen, customerId }: { screen: UserScreen; customerId: string }) {
  const words = useTexts(userTexts)
  const list = useInfiniteQuery(invitationListQuery(customerId))
  const columns = useInvitationColumns(customerId)
  return (
    <ListRows
      screen={screen}
      list={list}
      label={words.invitations}
      columns={columns}
      rowKey={({ invitationId }) => invitationId}
      words={{ failed: words.listFailed }}
      empty={<EmptyState title={words.noInvitationsTitle} text={words.noInvitationsText} icon={<MailPlus size={28} strokeWidth={1.5} />} />}
    />
  )
}

function useInvitationColumns(customerId: string): Column<Invitation>[] {
  const words = useTexts(userTexts)
  const format = useFormat()
  const nameOfRole = useRoleName()
  const revoke = useRevokeInvitation(customerId)

  const withdraw = (invitationId: string) =>
    revoke.mutate(invitationId, {
      onSuccess: () => showToast(words.withdrawn, 'success'),
      onError: failureToast(words.withdrawFailed),
    })
  const describeState = (invitation: Invitation) => {
    const state = invitationState(invitation, serverNow())
    return state === 'open' ? `${words.states.open}, ${words.until(format.exact(invitation.expiresAt))}` : words.states[state]
  }

  return [
    { key: 'name', label: words.name, width: '12rem', phone: 'hidden', cell: ({ name }) => name },
    {
      key: 'email',
      label: words.email,
      phone: 'first',
      cell: ({ email }) => (
        <button
          type="button"
          data-row-link
          aria-label={words.copyEmailOf(email)}
          title={words.copyEmail}
          onClick={() => void copyText(email, words)}
        >
          {email}
        </button>
      ),
    },
    {
      key: 'roles',
      label: words.roles,
      width: '10rem',
      wraps: true,
      phone: 'hidden',
      cell: ({ roles, resourceLimit }) => (
        <>
          {roles.map(nameOfRole).join(', ') || '–'}
          <LimitNote limit={resourceLimit} />
        </>
      ),
    },
    {
      key: 'state',
      label: words.state,
      width: '14rem',
      phone: 'second',
      cell: (invitation) => (
        <span className={styles.dim}>
          {describeState(invitation)}
          <LimitMark limit={invitation.resourceLimit} />
        </span>
      ),
    },
    {
      key: 'created',
      label: words.created,
      width: '8.5rem',
      phone: 'hidden',
      cell: ({ createdAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={createdAt} />
        </span>
      ),
    },
    {
      key: 'withdraw',
      label: words.withdraw,
      width: '8.5rem',
      phone: 'first',
      cell: (invitation) =>
        invitationState(invitation, serverNow()) === 'open' ? (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={revoke.isPending && revoke.variables === invitation.invitationId}
            aria-label={words.withdrawOf(invitation.email)}
            onClick={() => withdraw(invitation.invitationId)}
          >
            {words.withdraw}
          </Button>
        ) : null,
    },
  ]
}
