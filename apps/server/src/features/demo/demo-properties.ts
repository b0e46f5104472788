import { computeProperties } from './demo-compute-properties.ts'
import { dataProperties } from './demo-data-properties.ts'
import type { DemoEntity } from './demo-entity.ts'
import { networkProperties } from './demo-network-properties.ts'
import type { IdOf, Properties, PropertiesByKind } from './demo-property-source.ts'

const byKind: PropertiesByKind = { ...computeProperties, ...networkProperties, ...dataProperties }

/** What Azure says of each of a customer's resources, with the ids of the others in it. */
export function buildProperties(entities: readonly DemoEntity[]): { externalId: string; properties: Properties }[] {
  const idOf: IdOf = (name) => entities.find((entity) => entity.name === name)?.externalId
  return entities.map((entity) => ({
    externalId: entity.externalId,
    properties: byKind[entity.kind]?.({ entity, idOf }) ?? { provisioningState: 'Succeeded' },
  }))
}
