const colors = 6

/** The name of the colour of a line in the theme; lines beyond the last colour are dashed. */
export const colorOf = (index: number): string => `--vakt-line-${(index % colors) + 1}`

export const isDashed = (index: number): boolean => index >= colors
