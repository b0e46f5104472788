import { contactChannels } from '@vakt/contract/deliveries/delivery-states.ts'
import { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'

const minutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  messages: { minimum: 'paging.minutes_wrong', maximum: 'paging.minutes_wrong' },
})

/** Whom a step pages: the person on call in a schedule, or a person; exactly one of the two. */
export const NewEscalationStep = object({
  scheduleId: nullable(Type.String({ format: 'uuid' })),
  userId: nullable(Type.String({ format: 'uuid' })),
  /** How long an answer is waited for before the next step. */
  minutes,
})
export type NewEscalationStep = Static<typeof NewEscalationStep>

const policyFields = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'paging.name_empty' } }),
  /** How often all steps are taken again before the escalation ends unanswered. */
  repeats: Type.Integer({ minimum: 0, maximum: 5, messages: { minimum: 'paging.repeats_wrong', maximum: 'paging.repeats_wrong' } }),
  /** For customers that have no policy of their own; one policy is the default. */
  isDefault: Type.Boolean(),
}

export const NewEscalationPolicy = object({ ...policyFields, steps: Type.Array(NewEscalationStep, { minItems: 1, maxItems: 20 }) })
export type NewEscalationPolicy = Static<typeof NewEscalationPolicy>

export const EscalationPolicy = object({
  policyId: Type.String(),
  ...policyFields,
  /** `name` of the schedule or person; null where it was removed or left, so that the step reaches no one. */
  steps: Type.Array(object({ ...NewEscalationStep.properties, name: nullable(Type.String()) })),
  version: Type.Integer(),
})
export type EscalationPolicy = Static<typeof EscalationPolicy>

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

export const listEscalationPolicies = operation({
  summary: 'The escalation policies by name, each with its steps',
  method: 'GET',
  path: '/admin/escalation-policy',
  access: 'global-admin',
  result: Type.Array(EscalationPolicy),
})

export const createEscalationPolicy = operation({
  summary: 'Add an escalation policy; the first one is the default',
  method: 'POST',
  path: '/admin/escalation-policy',
  access: 'global-admin',
  announces: { content: ['paging'], to: 'staff' },
  recordsItself: ['paging.policy-create'],
  body: NewEscalationPolicy,
  result: object({ policyId: Type.String() }),
})

export const saveEscalationPolicy = operation({
  summary: 'Change an escalation policy; escalations under way keep the one that they started with',
  method: 'PUT',
  path: '/admin/escalation-policy/:policyId',
  access: 'global-admin',
  announces: { content: ['paging'], to: 'staff' },
  recordsItself: ['paging.policy-change'],
  body: object({ ...NewEscalationPolicy.properties, version }),
})

export const removeEscalationPolicy = operation({
  summary: 'Remove an escalation policy; customers that used it get the default one',
  method: 'DELETE',
  path: '/admin/escalation-policy/:policyId',
  access: 'global-admin',
  announces: { content: ['paging'], to: 'staff' },
  recordsItself: ['paging.policy-remove'],
})

export const restoreEscalationPolicy = operation({
  summary: 'Bring a removed escalation policy back',
  method: 'POST',
  path: '/admin/escalation-policy/:policyId/restore',
  access: 'global-admin',
  announces: { content: ['paging'], to: 'staff' },
  recordsItself: ['paging.policy-restore'],
})

const settingFields = {
  /** Incidents from this severity on page; null: none do. */
  fromSeverity: nullable(Severity),
  /** Incidents on resources whose CloudOps service is active at that moment page as well, whatever their severity. */
  pagesCloudOps: Type.Boolean({ default: true }),
  /** Null: the default policy. */
  policyId: nullable(Type.String({ format: 'uuid' })),
  /** Goes up with each change; 0 before the first. */
  version,
}

export const PagingSetting = object({ customerId: Type.String(), customerName: Type.String(), ...settingFields })
export type PagingSetting = Static<typeof PagingSetting>

export const listPagingSettings = operation({
  summary: 'For each customer which incidents page, and by which policy, by name',
  method: 'GET',
  path: '/admin/paging-setting',
  access: 'global-admin',
  result: Type.Array(PagingSetting),
})

export const savePagingSetting = operation({
  summary: 'Set which incidents of a customer page, and by which policy; counts for incidents from now on',
  method: 'PUT',
  path: '/admin/customer/:customerId/paging-setting',
  access: 'global-admin',
  announces: { content: ['paging'], to: 'staff' },
  recordsItself: ['paging.setting'],
  body: object(settingFields),
})

export const pageKinds = [
  'paged',
  'held_back',
  'nobody',
  'not_allowed',
  'waits',
  'waits_for_hours',
  'unanswered',
  'quiet_hours',
  'no_address',
  'window_unchecked',
  'customer_closed',
] as const

export const Page = object({
  pageId: Type.String(),
  customerId: Type.String(),
  customerName: Type.String(),
  incidentId: Type.String(),
  title: Type.String(),
  /** What an alert rule of Vakt found, else null. */
  finding: nullable(RuleFinding),
  severity: Severity,
  kind: oneOf(pageKinds),
  /** From 0. */
  round: Type.Integer(),
  step: Type.Integer(),
  channel: oneOf([...contactChannels, 'none']),
  /** Of the person or the schedule. */
  name: Type.String(),
  at: moment(),
  /** By its own link, reply or key. */
  acknowledgedAt: nullable(moment()),
  /** Of its mail, SMS or call, as in the outbox; null where nothing was sent. */
  delivery: nullable(Type.String()),
})
export type Page = Static<typeof Page>

export const listPages = operation({
  summary: 'The latest 100 pages of all customers, and the pages of the last 30 days by person and hour of the day',
  method: 'GET',
  path: '/admin/page',
  access: 'global-admin',
  result: object({
    pages: Type.Array(Page),
    /** The most paged first. */
    load: Type.Array(
      object({
        userId: Type.String(),
        name: Type.String(),
        count: Type.Integer(),
        /** From 22 to 6, by the clocks of the provider. */
        atNight: Type.Integer(),
        /** 24 counts, from midnight on, by the clocks of the provider. */
        byHour: Type.Array(Type.Integer()),
      }),
    ),
  }),
})
