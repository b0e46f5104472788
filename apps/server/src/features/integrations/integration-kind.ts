import type { IntegrationCapability, IntegrationKindName, IntegrationState } from '@vakt/contract/integrations/integration-states.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** One that is connected, as its feature finds it. */
export type FoundIntegration = {
  integrationId: string
  customer: { customerId: string; name: string }
  name: string
  state: IntegrationState
  since: Date | null
  lastSignalAt: Date | null
  expiresAt?: Date | null
  reason?: string | null
  detail?: string | null
}

/** `customerId` null: of all customers; the transaction is then one of staff. */
export type IntegrationScope = { customerId: string | null; now: Date }

/** Who looks, at which customer; null: at all of them. */
export type Place = { audience: 'staff' | 'customer'; customerId: string | null }

/** What a feature contributes to the page of integrations; all of them are listed in `roles/integration-kinds.ts`. */
export type IntegrationKind = {
  kind: IntegrationKindName
  capabilities: readonly IntegrationCapability[]
  find(transaction: Transaction, scope: IntegrationScope): Promise<FoundIntegration[]>
  /** Whether someone of the customer may see them; absent: staff alone. */
  isShownTo?(context: CallContext, customerId: string): boolean | Promise<boolean>
  /** The address of the list in the portal; null where this reader has none. */
  listAt(place: Place): string | null
  /** The parameter of that address that opens one of them; `new` opens the form. Absent: the list itself shows it. */
  opens?: string
  /** Whether there is a form that connects one more. */
  canConnect?: true
}

export const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

/** A screen of the administration, which shows one customer at a time. */
export const adminScreen =
  (path: `/admin/${string}`) =>
  ({ audience, customerId }: Place): string | null =>
    audience === 'customer' ? null : customerId === null ? path : withParameter(path, 'customer', customerId)
