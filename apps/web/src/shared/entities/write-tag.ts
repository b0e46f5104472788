/** `=` and `%` of a key are written so that the first `=` ends it. */
const writeTagKey = (key: string) => key.replaceAll('%', '%25').replaceAll('=', '%3D')

/** A tag as the list of resources is filtered by it. */
export const writeTag = (key: string, value: string): string => `${writeTagKey(key)}=${value}`

/** The same tag as people read it. */
export function tagText(written: string): string {
  const at = written.indexOf('=')
  return `${written.slice(0, at).replaceAll(/%(3d|25)/gi, (code) => (code === '%25' ? '%' : '='))}=${written.slice(at + 1)}`
}

/** `key=value` as it was typed, whether or not any resource has it. */
export function typedTags(typed: string): string[] {
  const at = typed.indexOf('=')
  return at > 0 ? [writeTag(typed.slice(0, at).trim(), typed.slice(at + 1).trim())] : []
}
