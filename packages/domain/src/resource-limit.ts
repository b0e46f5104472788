import type { ResourceLimit } from '@vakt/contract/users/users.ts'

type Limit = { readonly [Key in keyof ResourceLimit]: readonly string[] }

/** A tag as addresses and limits have it, `key=value`: `%` and `=` of the key are written so that the first `=` is the one between them. */
export function readTag(written: string): { key: string; value: string } {
  const at = written.indexOf('=')
  const key = written.slice(0, at).replaceAll(/%(3d|25)/gi, (code) => (code === '%25' ? '%' : '='))
  return { key, value: written.slice(at + 1) }
}

/** The other way round. */
export const writeTag = (key: string, value: string): string => `${key.replaceAll('%', '%25').replaceAll('=', '%3D')}=${value}`

/** What the limit asks for, as `entity_marks` of the database writes it before it is hashed. */
export const marksOfLimit = ({ tags, resourceGroups }: Limit): string[] => [
  ...resourceGroups.map((group) => `group:${group.toLowerCase()}`),
  ...tags.map(readTag).map(({ key, value }) => `tag:${key}\n${value}`),
]

/** Whether someone with this limit sees a resource: it has one of the tags, or is in one of the groups. */
export function isWithinLimit(limit: Limit, resource: { resourceGroup: string | null; tags: Readonly<Record<string, string>> }): boolean {
  const group = resource.resourceGroup?.toLowerCase()
  return (
    limit.resourceGroups.some((one) => one.toLowerCase() === group) ||
    limit.tags.map(readTag).some(({ key, value }) => Object.hasOwn(resource.tags, key) && resource.tags[key] === value)
  )
}
