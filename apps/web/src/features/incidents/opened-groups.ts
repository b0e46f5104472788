import { type Severity, severities } from '@vakt/contract/severity.ts'

/** A group that is open in place, of every severity or of one. `path` are the values that lead to it; null: the incidents of no resource. */
export type OpenedGroup = { path: string[] | null; severity?: Severity }

const unmatched = '?'
const maxPathLength = 2

/** As it stands in the address: `webshop/production:critical`, each value encoded; `?` for the incidents of no resource. */
export function writeOpenedGroup({ path, severity }: OpenedGroup): string {
  return (path ? path.map(encodeURIComponent).join('/') : unmatched) + (severity ? `:${severity}` : '')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Null where it is no group. */
export function readOpenedGroup(text: string): OpenedGroup | null {
  const [place = '', level] = text.split(':')
  const severity = severities.find((one) => one === level)
  const path = place === unmatched ? null : place.split('/').map(decode)
  if (path && (path.length > maxPathLength || path.some((value) => value === undefined))) return null
  return { path: path as string[] | null, ...(severity ? { severity } : {}) }
}

/** These with the group open as asked for; without it where `group` is a closed one. */
export function changeOpenedGroups(opened: readonly string[] = [], group: OpenedGroup, isOpen: boolean): string[] {
  const place = writeOpenedGroup({ path: group.path })
  const others = opened.filter((one) => one.split(':')[0] !== place)
  return isOpen ? [...others, writeOpenedGroup(group)] : others
}

/** How the group at this path is open; undefined where it is closed. */
export function findOpenedGroup(opened: readonly string[] = [], path: string[] | null): OpenedGroup | undefined {
  const place = writeOpenedGroup({ path })
  const found = opened.find((one) => one.split(':')[0] === place)
  return found === undefined ? undefined : (readOpenedGroup(found) ?? undefined)
}
