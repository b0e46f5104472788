import type { Invitation } from '@vakt/contract/users/users.ts'

export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'expired'

export function invitationState({ acceptedAt, revokedAt, expiresAt }: Invitation, now: number): InvitationState {
  if (acceptedAt) return 'accepted'
  if (revokedAt) return 'withdrawn'
  return Date.parse(expiresAt) <= now ? 'expired' : 'open'
}
