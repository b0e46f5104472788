import type { Series } from './metric-store.ts'

/** Labels that say whose metric it is, and by whom it was measured, rather than which part of it. */
const labelsOfTheEntity = new Set([
  'instance',
  'host',
  'hostname',
  'host.name',
  'host.id',
  'node',
  'nodename',
  'job',
  'vakt_entity',
  'vakt.entity',
  'resource_id',
  'azure_resource_id',
  'cloud.resource_id',
  'service.instance.id',
])

/** What tells the series of one metric of an entity apart. */
export const dimensionsOf = ({ labels }: Pick<Series, 'labels'>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !labelsOfTheEntity.has(name)))
