import type { AzureKind } from './azure-types.ts'
import { type DemoEntity, idFromText } from './demo-entity.ts'

export type Properties = Record<string, unknown>
/** The id of another resource of the same customer by its name, undefined where it has none of that name. */
export type IdOf = (name: string) => string | undefined
export type Source = { entity: DemoEntity; idOf: IdOf }
export type PropertiesByKind = Partial<Record<AzureKind, (source: Source) => Properties>>

export const reference = (id: string | undefined) => (id ? { id } : undefined)
export const subnetOf = (idOf: IdOf, name: string) => {
  const network = idOf('vnet-hub')
  return network ? { id: `${network}/subnets/${name}` } : undefined
}
export const addressOf = (text: string) => `10.64.${12 + (text.length % 5)}.${10 + (idFromText(text).charCodeAt(0) % 60)}`
export const inGroup = ({ externalId }: DemoEntity, rest: string) => `${externalId.split('/providers/')[0]}/providers/${rest}`
