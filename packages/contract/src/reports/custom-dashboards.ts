import { metricAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** `breachingTickets` are the open tickets whose next service-level target is missed. */
export const tileKinds = ['openIncidents', 'openTickets', 'breachingTickets', 'incidentTrend', 'incidentList', 'metric'] as const
export type TileKind = (typeof tileKinds)[number]

/** Of the columns of the grid; on a phone each tile has the whole width. */
export const tileWidths = [1, 2, 3] as const

const id = () => Type.String({ minLength: 1, maxLength: 64 })

export const DashboardTile = object({
  /** Chosen by the sender, unique on its dashboard. */
  tileId: id(),
  kind: oneOf(tileKinds),
  width: Type.Integer({ minimum: 1, maximum: tileWidths.length }),
  /** The series that a tile of the kind `metric` draws; null for the others. */
  metric: nullable(object({ entityId: Type.String({ format: 'uuid' }), seriesId: id(), name: oneLine({ maxLength: 300 }) })),
})
export type DashboardTile = Static<typeof DashboardTile>

const content = {
  name: oneLine({
    pattern: '\\S',
    maxLength: 80,
    messages: { pattern: 'custom_dashboard.name_empty', maxLength: 'custom_dashboard.name_long' },
  }),
  /** Seen by everyone at the customer who may see dashboards. */
  isShared: Type.Boolean(),
  /** In the order of the grid, row by row. */
  tiles: Type.Array(DashboardTile, { maxItems: 24 }),
}
export const NewCustomDashboard = object(content)
export type NewCustomDashboard = Static<typeof NewCustomDashboard>

export const CustomDashboard = object({
  dashboardId: Type.String(),
  ...content,
  isOwn: Type.Boolean(),
  owner: Type.String(),
  /** Goes up with each change; one that was made from another version answers 409. */
  version: Type.Integer(),
})
export type CustomDashboard = Static<typeof CustomDashboard>

export const listCustomDashboards = operation({
  summary: 'The dashboards that the caller made at the customer, and those that are shared there, by name',
  method: 'GET',
  path: '/customer/:customerId/custom-dashboard',
  access: metricAccess,
  result: object({ dashboards: Type.Array(CustomDashboard) }),
})

export const createCustomDashboard = operation({
  summary: 'Add a dashboard, for oneself or shared within the customer',
  method: 'POST',
  path: '/customer/:customerId/custom-dashboard',
  access: ['@feature.appmonitor.write'],
  recordsItself: ['custom-dashboard.create'],
  body: NewCustomDashboard,
  result: CustomDashboard,
})

export const saveCustomDashboard = operation({
  summary: 'Change a dashboard of one’s own, or one that is shared',
  method: 'PUT',
  path: '/customer/:customerId/custom-dashboard/:dashboardId',
  access: ['@feature.appmonitor.write'],
  recordsItself: ['custom-dashboard.change'],
  body: object({ ...content, version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  result: CustomDashboard,
})

export const removeCustomDashboard = operation({
  summary: 'Remove a dashboard of one’s own, or one that is shared',
  method: 'DELETE',
  path: '/customer/:customerId/custom-dashboard/:dashboardId',
  access: ['@feature.appmonitor.write'],
  recordsItself: ['custom-dashboard.remove'],
})
