/** The different values of a column, each with a small number. */
export type Words = {
  /** As it was first spelt, by its number. */
  labels: string[]
  /** In the spelling that values are compared by. */
  keys: string[]
  numbers: Map<string, number>
}

export const createWords = (): Words => ({ labels: [], keys: [], numbers: new Map() })

export function numberOf(words: Words, key: string, label: string): number {
  const known = words.numbers.get(key)
  if (known !== undefined) return known
  const number = words.keys.length
  words.numbers.set(key, number)
  words.keys.push(key)
  words.labels.push(label)
  return number
}
