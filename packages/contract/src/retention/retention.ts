import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { type RetentionKind, retentionTerms } from './retention-terms.ts'

const messages = { type: 'retention.range', minimum: 'retention.range', maximum: 'retention.range' }
const days = (kind: RetentionKind) =>
  Type.Integer({ minimum: retentionTerms[kind].minDays, maximum: retentionTerms[kind].maxDays, messages })

/** Days; null: as for all customers, and for all customers as Vakt usually does. */
export const RetentionChange = object({
  alerts: nullable(days('alerts')),
  incidents_and_tickets: nullable(days('incidents_and_tickets')),
  audit_log: nullable(days('audit_log')),
  resource_history: nullable(days('resource_history')),
})
export type RetentionChange = Static<typeof RetentionChange>

const RetentionDays = object({
  alerts: Type.Integer(),
  incidents_and_tickets: Type.Integer(),
  audit_log: Type.Integer(),
  resource_history: Type.Integer(),
})

export const Retention = object({
  /** Whether it holds for all customers: the provider's own. */
  isOfAll: Type.Boolean(),
  own: RetentionChange,
  /** What holds where nothing of its own is chosen. */
  usual: RetentionDays,
  /** Customers with terms of their own; empty for one customer. */
  others: Type.Array(object({ customerId: Type.String(), name: Type.String() })),
})
export type Retention = Static<typeof Retention>

export const getRetention = operation({
  summary:
    'For how many days alerts, incidents, tickets, the audit log and changes of resources are kept; of the provider: for all customers',
  method: 'GET',
  path: '/admin/customer/:customerId/retention',
  access: 'global-admin',
  result: Retention,
})

export const saveRetention = operation({
  summary: 'Change for how many days things of a customer are kept; of the provider: of all customers',
  method: 'PUT',
  path: '/admin/customer/:customerId/retention',
  access: 'global-admin',
  announces: { content: ['storage'], to: 'staff' },
  records: {
    action: 'retention.change',
    target: 'retention',
    details: {
      alerts: 'alerts',
      incidents_and_tickets: 'incidents_and_tickets',
      audit_log: 'audit_log',
      resource_history: 'resource_history',
    },
  },
  body: RetentionChange,
  result: Retention,
})

export const removedThings = ['alerts', 'incidents', 'tickets', 'audit_log', 'resource_history'] as const

export const RetentionEffect = object({
  /** When it is removed. */
  at: moment(),
  removes: Type.Array(
    object({
      what: oneOf(removedThings),
      /** At most 10,000 are counted. */
      count: Type.Integer({ minimum: 0 }),
      isMore: Type.Boolean(),
      /** What ended, or was changed last, before then. */
      before: moment(),
    }),
  ),
})
export type RetentionEffect = Static<typeof RetentionEffect>

export const getRetentionEffect = operation({
  summary: 'What a change of retention would remove the next night, before it is saved',
  method: 'GET',
  path: '/admin/customer/:customerId/retention/effect',
  access: 'global-admin',
  query: object({
    alerts: Type.Optional(days('alerts')),
    incidents_and_tickets: Type.Optional(days('incidents_and_tickets')),
    audit_log: Type.Optional(days('audit_log')),
    resource_history: Type.Optional(days('resource_history')),
  }),
  result: RetentionEffect,
})
