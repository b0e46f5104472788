/** Writes to the browser's console what the user is not to be bothered with. */
export function noteFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.info(`${what}:`, error instanceof Error ? error.message : error)
}
