import { labelKeyOf } from './customer-label-key.ts'
import { tidyLine } from './tidy-line.ts'

/** Labels as they are kept: without space around them and those that are empty, each once, spelt as it came first. */
export function readLabels(labels: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const label of labels) {
    const tidy = tidyLine(label).normalize('NFC').replaceAll(/\s+/g, ' ')
    const key = labelKeyOf(tidy)
    if (key && !byKey.has(key)) byKey.set(key, tidy)
  }
  return [...byKey.values()]
}
