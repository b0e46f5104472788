import { holidayRules } from '@vakt/contract/tickets/service-levels.ts'
import { environmentAccess } from './features.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, type Static, several, Type, timeZoneName } from './schema.ts'

const writeAccess = ['@feature.myenvironment.write'] as const
const path = '/customer/:customerId/entity/:entityId/cloudops'
const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** Whole öre, cents or such of the customer's currency. */
const minorUnits = Type.Integer({ minimum: 0, maximum: 100_000_000_000 })

const timeOfDay = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', messages: { pattern: 'service_levels.time' } })

/** When the service is active. */
export const CloudOpsCalendar = object({
  /** Of IANA, such as Europe/Stockholm. */
  timeZone: timeZoneName(),
  /** Around the clock; hours, holidays and closed days then count for nothing. */
  alwaysOpen: Type.Boolean(),
  /** From Monday on; null: not active. */
  week: Type.Array(nullable(object({ opens: timeOfDay, closes: timeOfDay })), { minItems: 7, maxItems: 7 }),
  holidays: oneOf(holidayRules),
  closedDays: Type.Array(Type.String({ format: 'date' }), { maxItems: 400 }),
})
export type CloudOpsCalendar = Static<typeof CloudOpsCalendar>

/** `hourly`: times the active hours of the month. `custom`: a month's price as agreed, or null where it is settled outside Vakt. */
export const CloudOpsPricing = Type.Union([
  /** `isOwn`: staff set it for this resource alone; otherwise it is from the price lists. Left out when it is saved: as it differs from those. */
  object({ kind: oneOf(['hourly']), hourlyMinor: minorUnits, isOwn: Type.Optional(Type.Boolean()) }),
  object({ kind: oneOf(['custom']), monthlyMinor: nullable(minorUnits) }),
  object({ kind: oneOf(['free']) }),
])
export type CloudOpsPricing = Static<typeof CloudOpsPricing>

export const cloudOpsStates = ['active', 'off', 'removed'] as const
export type CloudOpsState = (typeof cloudOpsStates)[number]

const settings = {
  description: Type.String({ maxLength: 2000 }),
  calendar: CloudOpsCalendar,
}

/** The service as it was since `validFrom`, until the next version. */
export const CloudOpsVersion = object({
  version,
  validFrom: moment(),
  state: oneOf(cloudOpsStates),
  ...settings,
  pricing: CloudOpsPricing,
  /** Of the customer when the price was set. */
  currency: Type.String(),
  /** A person's name, or `Vakt`. */
  changedBy: Type.String(),
  /**
   * Why Vakt ended or resumed it by itself; null where a person changed it. It resumes after `resource_gone` and `connector_removed`;
   * `other_currency`: the resource is back, and the price must be set again first.
   */
  reason: nullable(oneOf(['resource_gone', 'connector_removed', 'resource_moved', 'resource_back', 'other_currency'])),
})
export type CloudOpsVersion = Static<typeof CloudOpsVersion>

export const CloudOpsService = object({
  /** Null: never configured. */
  current: nullable(CloudOpsVersion),
  /** To be sent with the next change; 0 before the first. */
  version,
  /** What it would cost by the price lists; what was activated keeps its price until someone saves it again. */
  listPrice: CloudOpsPricing,
  currency: Type.String(),
  /** When the customer's currency last changed; null: not as far as is known. */
  currencySince: nullable(moment()),
  /** Of the customer, in which months begin. */
  timeZone: Type.String(),
})
export type CloudOpsService = Static<typeof CloudOpsService>

export const getCloudOps = operation({
  summary: 'The CloudOps service of a resource, and what it costs by the price lists',
  method: 'GET',
  path,
  access: environmentAccess,
  openToLimited: true,
  result: CloudOpsService,
})

export const SaveCloudOps = object({
  ...settings,
  /** Only staff may give it. Null: the price lists decide. Left out: what staff set stays, else the price lists decide. */
  pricing: Type.Optional(nullable(CloudOpsPricing)),
  version,
})
export type SaveCloudOps = Static<typeof SaveCloudOps>

export const saveCloudOps = operation({
  summary: 'Configure the CloudOps service of a resource; an active one changes from now on',
  method: 'PUT',
  path,
  access: writeAccess,
  recordsItself: ['cloudops.save'],
  tokenAccess: writeAccess,
  body: SaveCloudOps,
  result: CloudOpsService,
})

const VersionOnly = object({ version })

export const enableCloudOps = operation({
  summary: 'Activate the configured CloudOps service from now on',
  method: 'POST',
  path: `${path}/enable`,
  access: writeAccess,
  recordsItself: ['cloudops.enable'],
  tokenAccess: writeAccess,
  body: VersionOnly,
  result: CloudOpsService,
})

export const disableCloudOps = operation({
  summary: 'End the CloudOps service from now on; its configuration stays',
  method: 'POST',
  path: `${path}/disable`,
  access: writeAccess,
  recordsItself: ['cloudops.disable'],
  tokenAccess: writeAccess,
  body: VersionOnly,
  result: CloudOpsService,
})

export const removeCloudOps = operation({
  summary: 'Take the CloudOps service away; what it cost stays on record',
  method: 'POST',
  path: `${path}/remove`,
  access: writeAccess,
  recordsItself: ['cloudops.remove'],
  tokenAccess: writeAccess,
  body: VersionOnly,
  result: CloudOpsService,
})

export const listCloudOpsVersions = operation({
  summary: 'Who changed the CloudOps service of a resource, when, and to what; the latest first',
  method: 'GET',
  path: `${path}/version`,
  access: environmentAccess,
  openToLimited: true,
  result: Type.Array(CloudOpsVersion),
})

/** What a resource costs in a month. */
export const CloudOpsCost = object({
  entityId: Type.String(),
  entityName: Type.String(),
  entityType: Type.String(),
  activeMinutes: Type.Integer(),
  /** As it was last in that month. */
  pricing: CloudOpsPricing,
  /** Null: a part of it is settled outside Vakt. */
  amountMinor: nullable(Type.Integer()),
  currency: Type.String(),
})
export type CloudOpsCost = Static<typeof CloudOpsCost>

const month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })

export const CloudOpsMonth = object({
  month,
  /** Over, and never changed any more; otherwise what it will have cost when nothing changes until its end. */
  isFrozen: Type.Boolean(),
  resources: Type.Integer(),
  activeMinutes: Type.Integer(),
  /** Of what has an amount. */
  amountMinor: Type.Integer(),
  currency: Type.String(),
  /** How many resources have a price that is settled outside Vakt. */
  settledElsewhere: Type.Integer(),
})
export type CloudOpsMonth = Static<typeof CloudOpsMonth>

export const listCloudOpsMonths = operation({
  summary: 'What the CloudOps service costs a customer by month, the current one first, at most 24',
  method: 'GET',
  path: '/customer/:customerId/cloudops-month',
  access: environmentAccess,
  result: Type.Array(CloudOpsMonth),
})

export const listCloudOpsCosts = operation({
  summary: 'What the CloudOps service costs in a month, for each resource by name',
  method: 'GET',
  path: '/customer/:customerId/cloudops-month/:month',
  access: environmentAccess,
  query: object({
    /** Values of the customer's tag keys in their order, an empty one for resources without the tag. */
    group: several(Type.String({ maxLength: 256 })),
    format: Type.Optional(oneOf(['csv', 'json'], { description: 'The whole list as a file, instead of one page' })),
  }),
  listOf: CloudOpsCost,
})

export const CloudOpsPrice = object({
  /** Such as `microsoft.compute/virtualmachines`; empty: every type that is not listed. */
  entityType: Type.String({ maxLength: 200 }),
  hourlyMinor: minorUnits,
})
export type CloudOpsPrice = Static<typeof CloudOpsPrice>

export const currencies = ['SEK', 'EUR', 'NOK', 'DKK', 'USD', 'GBP', 'CHF'] as const

export const CloudOpsPrices = object({
  currency: oneOf(currencies),
  prices: Type.Array(CloudOpsPrice, { maxItems: 500 }),
  version,
})
export type CloudOpsPrices = Static<typeof CloudOpsPrices>

export const getCloudOpsPrices = operation({
  summary:
    'The prices of an hour of the CloudOps service at this customer, by type of resource; those of the provider count for every customer',
  method: 'GET',
  path: '/admin/customer/:customerId/cloudops-price',
  access: 'global-admin',
  result: CloudOpsPrices,
})

export const saveCloudOpsPrices = operation({
  summary: 'Set the prices of an hour of the CloudOps service at this customer; what is active keeps its price until it is saved again',
  method: 'PUT',
  path: '/admin/customer/:customerId/cloudops-price',
  access: 'global-admin',
  announces: { content: ['cloudops'], to: 'customer' },
  recordsItself: ['cloudops.prices'],
  body: CloudOpsPrices,
  result: CloudOpsPrices,
})
