import { tidyLine } from './tidy-line.ts'

/** By which labels are compared: in any case, and however their letters are composed. */
export const labelKeyOf = (label: string): string => label.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

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
