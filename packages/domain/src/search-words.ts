const mostWords = 12
const longestWord = 64
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

/**
 * PostgreSQL's parser takes digits, `e`, digits for a number in scientific notation and begins another word after it: `7e499fcc` is indexed as
 * `7e499` and `fcc`.
 */
const splitNumber = (word: string) => /^(\d+e\d+)(\D.*)$/su.exec(word)?.slice(1) ?? [word]

/** The words of what someone searches for, in small letters, each once, as they are indexed. Nothing else is left of it: no operator, no quote. */
export function searchWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(invisible, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const short = words.filter((word) => word.length <= longestWord)
  return [...new Set(short.flatMap(splitNumber))].slice(0, mostWords)
}

/** Words of three letters and more may go on; so may the last, which is perhaps still being written. `server` becomes `server*`. */
export function withOpenEnds(words: readonly string[]): string[] {
  const shortestOf = (index: number) => (index < words.length - 1 ? 3 : /^\d+e\d+$/.test(words[index - 1] ?? '') ? 1 : 2)
  return words.map((word, index) => (word.length >= shortestOf(index) ? `${word}*` : word))
}

const worthCorrecting = (word: string) => word.length >= 4 && !/\d/.test(word)

/** How far a word may be from the one that was meant. */
const allowedDistance = (word: string) => (word.length >= 8 ? 2 : 1)

const mostTypos = 4

/**
 * How many letters must be changed, added, left out, or exchanged with their neighbour to make one word of the other; infinity for more than four.
 * Only letters at most that far apart are compared, so that it costs no more than the words are long.
 */
export function countTypos(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostTypos) return Number.POSITIVE_INFINITY
  const at = (row: Map<number, number>, place: number) => row.get(place) ?? Number.POSITIVE_INFINITY
  let [before, row] = [new Map<number, number>(), new Map(Array.from({ length: mostTypos + 1 }, (_, index) => [index, index]))]
  for (let i = 1; i <= one.length; i += 1) {
    const next = new Map<number, number>(i <= mostTypos ? [[0, i]] : [])
    for (let j = Math.max(1, i - mostTypos); j <= Math.min(other.length, i + mostTypos); j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let distance = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (isSame ? 0 : 1))
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isExchanged) distance = Math.min(distance, at(before, j - 2) + 1)
      next.set(j, distance)
    }
    ;[before, row] = [row, next]
  }
  const typos = at(row, other.length)
  return typos > mostTypos ? Number.POSITIVE_INFINITY : typos
}

const mostCorrections = 3

/** The words among `candidates` that were perhaps meant, the nearest first. */
export function correctWord(word: string, candidates: readonly string[]): string[] {
  if (!worthCorrecting(word)) return []
  const most = allowedDistance(word)
  return [...new Set(candidates)]
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, distance: countTypos(word, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, mostCorrections)
    .map(({ candidate }) => candidate)
}
