const pairsOf = (text: string): Map<string, number> => {
  const letters = [...text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')]
  const pairs = new Map<string, number>()
  for (let index = 0; index + 1 < letters.length; index += 1) {
    const pair = `${letters[index]}${letters[index + 1]}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

const sizeOf = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0)

/** How alike two names are, from 0 to 1, by the pairs of letters that they share; case, points and dashes do not count. */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const all = sizeOf(a) + sizeOf(b)
  if (all === 0) return one.toLowerCase() === other.toLowerCase() ? 1 : 0
  const shared = [...a].reduce((sum, [pair, count]) => sum + Math.min(count, b.get(pair) ?? 0), 0)
  return (2 * shared) / all
}
