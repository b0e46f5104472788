import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts } from '@vakt/contract/severity.ts'

export const EntityDetails = object({
  entityId: Type.String(),
  /** The id in its cloud, as the source wrote it. */
  externalId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  subtype: nullable(Type.String()),
  source: Type.String(),
  region: nullable(Type.String()),
  resourceGroup: nullable(Type.String()),
  container: nullable(object({ id: Type.String(), name: Type.String() })),
  tags: Type.Record(Type.String(), Type.String()),
  status: nullable(Type.String()),
  cloudOpsMapped: Type.Boolean(),
  hidden: Type.Boolean(),
  stale: Type.Boolean(),
  openIncidents: SeverityCounts,
  created: moment(),
  modified: moment(),
})
export type EntityDetails = Static<typeof EntityDetails>

export const getEntity = operation({
  summary: 'An entity: its facts, tags and open incidents',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId',
  access: environmentAccess,
  openToLimited: true,
  result: EntityDetails,
})
