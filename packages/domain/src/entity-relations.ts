import type { RelationKind } from '@vakt/contract/entities/entity-relations.ts'
import { withoutEndSlashes } from './trim-characters.ts'

/** What an entity says of another one. `isReverse`: the other one stands so to this one, as a disk to the machine that lists it. */
export type FoundRelation = { kind: RelationKind; isReverse: boolean; target: string }

const mostRelations = 500
const longestId = 1000

/** By the names on the way to the id, the nearest first, in small letters. */
const kindsOfNames: Record<string, { kind: RelationKind; isReverse?: true }> = {
  managedby: { kind: 'attached-to' },
  virtualmachine: { kind: 'attached-to' },
  manageddisk: { kind: 'attached-to', isReverse: true },
  networkinterfaces: { kind: 'attached-to', isReverse: true },
  publicipaddress: { kind: 'attached-to', isReverse: true },
  subnet: { kind: 'in-network' },
  virtualnetwork: { kind: 'in-network' },
  virtualnetworksubnetid: { kind: 'in-network' },
  vnetsubnetid: { kind: 'in-network' },
  delegatedsubnetresourceid: { kind: 'in-network' },
  networksecuritygroup: { kind: 'guarded-by' },
  firewallpolicy: { kind: 'guarded-by' },
  azurefirewall: { kind: 'guarded-by' },
  serverfarmid: { kind: 'runs-on' },
  managedenvironmentid: { kind: 'runs-on' },
  elasticpoolid: { kind: 'runs-on' },
  workspaceresourceid: { kind: 'logs-to' },
  loganalyticsworkspaceresourceid: { kind: 'logs-to' },
}

const armId = /^\/subscriptions\/[^/\s]+\/resourceGroups\/[^/\s]+\/providers\/[^/\s]+\/[^/\s]+\/[^/\s]+/i
const arn = /^arn:aws[\w-]*:[\w-]+:[\w-]*:\d*:\S+$/

/** Azure nests resources a few levels deep, each level a type and a name. */
const maxSteps = 40

function splitAtLastProvider(id: string): [string, string] {
  const mark = '/providers/'
  const at = id.toLowerCase().lastIndexOf(mark)
  return at < 0 ? [id, ''] : [id.slice(0, at + mark.length - 1), id.slice(at + mark.length)]
}

/** The resource itself and those that hold it, the nearest first: a subnet, then its network. */
function idsUpFrom(id: string): string[] {
  if (!armId.test(id)) return [id]
  const [head, path] = splitAtLastProvider(withoutEndSlashes(id))
  const [namespace, ...steps] = path.split('/', 1 + maxSteps)
  const ids: string[] = []
  for (let length = steps.length - (steps.length % 2); length >= 2; length -= 2)
    ids.push(`${head}/${namespace}/${steps.slice(0, length).join('/')}`)
  return ids
}

const isId = (text: string) => text.length <= longestId && (armId.test(text) || arn.test(text))

/** The texts in a value that are ids of cloud resources, with the names on the way to each. However deep it is. */
function findIds(properties: unknown): { id: string; names: string[] }[] {
  const found: { id: string; names: string[] }[] = []
  const waiting: { value: unknown; names: string[] }[] = [{ value: properties, names: [] }]
  for (let next = waiting.pop(); next && found.length < mostRelations; next = waiting.pop()) {
    const { value, names } = next
    if (typeof value === 'string') {
      if (isId(value)) found.push({ id: value, names })
    } else if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, names })
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) waiting.push({ value: item, names: [name.toLowerCase(), ...names.slice(0, 2)] })
    }
  }
  return found
}

function kindOf(names: string[]): { kind: RelationKind; isReverse: boolean } {
  const known = names.find((name) => Object.hasOwn(kindsOfNames, name))
  const { kind, isReverse = false } = (known && kindsOfNames[known]) || { kind: 'refers-to' as const }
  return { kind, isReverse }
}

/** What the id of an entity and its properties say that it belongs to; each once, and never itself. Ids are as the cloud writes them. */
export function findRelations(externalId: string, properties: unknown): FoundRelation[] {
  const [own = externalId, ...holders] = idsUpFrom(externalId)
  const isOwn = (id: string) => id.toLowerCase() === own.toLowerCase() || id.toLowerCase().startsWith(`${own.toLowerCase()}/`)
  const known = new Set<string>()
  const relations: FoundRelation[] = []
  const add = (relation: FoundRelation) => {
    const key = relation.target.toLowerCase()
    if (known.has(key) || isOwn(relation.target)) return
    known.add(key)
    relations.push(relation)
  }
  for (const target of holders) add({ kind: 'part-of', isReverse: false, target })
  const named = findIds(properties).map(({ id, names }) => ({ id, ...kindOf(names) }))
  // What has a name of its own goes before a mere mention of the same resource.
  for (const { id, kind, isReverse } of named.toSorted(
    (one, other) => Number(one.kind === 'refers-to') - Number(other.kind === 'refers-to'),
  ))
    for (const target of idsUpFrom(id)) add({ kind, isReverse, target })
  return relations.slice(0, mostRelations)
}
