/** `=` and `%` of a key are written so that the first `=` ends it. */
const writeTagKey = (key: string) => key.replaceAll('%', '%25').replaceAll('=', '%3D')

/** A tag as the list of resources is filtered by it. */
export const writeTag = (key: string, value: string): string => `${writeTagKey(key)}=${value}`
