import type { WindowScope } from '@vakt/contract/service-windows/service-windows.ts'

const readTag = (written: string) => {
  const at = written.indexOf('=')
  const key = written.slice(0, at).replaceAll(/%(3d|25)/gi, (code) => (code === '%25' ? '%' : '='))
  return `${key}=${written.slice(at + 1)}`
}

/** By what a scope is found: the same keys as those of an entity, see the function `service_window_keys` of the database. */
export function scopeKeysOf({ everything, entityIds, resourceGroups, tags }: WindowScope): string[] {
  const keys = [
    ...(everything ? ['all'] : []),
    ...entityIds.map((entityId) => `entity ${entityId.toLowerCase()}`),
    ...resourceGroups.map((group) => `group ${group.toLowerCase()}`),
    ...tags.map((tag) => `tag ${readTag(tag).toLowerCase()}`),
  ]
  return [...new Set(keys)]
}
