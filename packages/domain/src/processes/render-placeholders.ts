/** What texts of processes can name, written as `{resource}`. */
export const placeholders = ['resource', 'severity', 'ticket', 'incident', 'rule', 'metric', 'customer', 'time', 'process'] as const
export type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Record<Placeholder, string>

const pattern = /\{([a-z]{1,20})\}/g
const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Puts the values in once: what stands in a value is never taken for a placeholder. Unknown names stay as they are. */
export const renderPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(pattern, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))

/** Names in braces that no value is put in for, each once. */
export const findUnknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name))),
]
