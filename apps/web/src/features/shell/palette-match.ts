type Named = { label: string; detail?: string | undefined; keywords?: string }

/** Without case and accents, so that `arenden` finds *Ärenden*. */
export const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How well one asked word fits: the beginning of the label best, then of any of its words, then of what is not shown; null: not at all. */
function rankWord(asked: string, label: string[], others: string[]): number | null {
  if (label[0]?.startsWith(asked)) return 0
  if (label.some((word) => word.startsWith(asked))) return 1
  if (others.some((word) => word.startsWith(asked))) return 2
  return label.some((word) => word.includes(asked)) ? 3 : null
}

function rank(asked: string[], { label, detail = '', keywords = '' }: Named): number | null {
  const [shown, others] = [wordsOf(label), wordsOf(`${detail} ${keywords}`)]
  const ranks = asked.map((word) => rankWord(word, shown, others))
  return ranks.some((one) => one === null) ? null : ranks.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}

/** Those in which every asked word occurs, the best first; of equals the order stays. */
export function matchItems<Item extends Named>(text: string, items: Item[]): Item[] {
  const asked = wordsOf(text)
  if (asked.length === 0) return plain(text).trim() === '' ? items : []
  return items
    .map((item) => ({ item, rank: rank(asked, item) }))
    .filter((one): one is { item: Item; rank: number } => one.rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
