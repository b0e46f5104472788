import type { FeatureKey } from '@vakt/contract/features.ts'
import type { NotificationKind } from '@vakt/contract/notifications/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'

export type Channels = { byMail: boolean; inPortal: boolean }
export const noChannels: Channels = { byMail: false, inPortal: false }

/** What a user chose for a kind; `fromSeverity` only where the kind is chosen from a severity on. */
export type Choice = Channels & { fromSeverity?: Severity | null }

/** A user, as what decides what they may see. */
export type Sight = Omit<Reader, 'chosen' | 'incidentMail' | 'isAdministrator' | 'isGlobalAdmin'>

/** A user, as what decides who may see an event at one customer, and who is notified of it. */
export type Reader = {
  userId: string
  /** Of the provider's staff that sees the customer. */
  isStaff: boolean
  /** An administrator of the provider. */
  isGlobalAdmin: boolean
  isDisabled: boolean
  belongsToCustomer: boolean
  /** Sees of their customer's tickets only those that they are the requester of. */
  seesOwnTicketsOnly: boolean
  /** Theirs at the customer that the event is of. */
  features: ReadonlySet<FeatureKey>
  chosen: ReadonlyMap<NotificationKind, Choice>
  /** Of which severities they chose to be mailed about incidents, or not to; without an entry contacts decide. */
  incidentMail: ReadonlyMap<Severity, boolean>
  /** Of the customer, and holds each feature that it has. */
  isAdministrator: boolean
}
