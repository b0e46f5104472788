import type { SourceEntity } from '#server/features/entities/save-entities.ts'

export type AzureRow = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows come as objects, or as a table of columns and rows. */
export function readRows(data: unknown): AzureRow[] | null {
  if (Array.isArray(data)) return data.every(isObject) ? data : null
  if (!isObject(data) || !Array.isArray(data.columns) || !Array.isArray(data.rows)) return null
  const names = data.columns.map((column) => String((column as { name?: unknown }).name))
  return (data.rows as unknown[][]).map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])))
}

/** What there is not is null, or an empty text. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const written = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))

const tagsOf = (tags: unknown): Record<string, string> =>
  isObject(tags) ? Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, written(value)])) : {}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

const statusOf = (properties: unknown) =>
  textOf(at(properties, 'extended', 'instanceView', 'powerState', 'displayStatus')) ??
  textOf(at(properties, 'state')) ??
  textOf(at(properties, 'status')) ??
  textOf(at(properties, 'provisioningState'))

const nativeIdOf = (properties: unknown) =>
  textOf(at(properties, 'vmId')) ??
  textOf(at(properties, 'resourceGuid')) ??
  textOf(at(properties, 'diskState') && at(properties, 'uniqueId'))

const beside = ['sku', 'plan', 'identity', 'zones', 'managedBy', 'extendedLocation'] as const

const groupInId = (id: string) => /\/resourceGroups\/([^/]+)/i.exec(id)?.[1] ?? null

/** A row of `resources`, or null when it is none that can be told from others. */
export function readAzureRow(row: AzureRow, subscriptions: ReadonlyMap<string, string>): SourceEntity | null {
  const externalId = textOf(row.id)
  const type = textOf(row.type)
  if (!externalId || !type) return null
  const subscriptionId = textOf(row.subscriptionId) ?? /^\/subscriptions\/([^/]+)/i.exec(externalId)?.[1] ?? null
  const own = isObject(row.properties) ? row.properties : {}
  const around = beside.filter((name) => row[name] !== null && row[name] !== undefined && row[name] !== '').map((name) => [name, row[name]])
  return {
    externalId,
    name: textOf(row.name) ?? externalId.split('/').at(-1) ?? externalId,
    type,
    subtype: textOf(row.kind),
    region: textOf(row.location),
    resourceGroup: textOf(row.resourceGroup) ?? groupInId(externalId),
    container: subscriptionId ? { id: subscriptionId, name: subscriptions.get(subscriptionId.toLowerCase()) ?? null } : null,
    status: statusOf(own),
    nativeId: nativeIdOf(own),
    tags: tagsOf(row.tags),
    properties: { ...own, ...Object.fromEntries(around) },
  }
}
