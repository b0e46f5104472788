/** Behind z in the order of the Swedish alphabet: å, ä, ö. */
const behindZ: Record<string, string> = { å: '{', ä: '|', æ: '|', ö: '}', ø: '}' }
const beyondAscii = /\P{ASCII}/gu

/**
 * What a text in lower case is sorted by, character by character: as in Swedish, which readers of English understand as well; é counts as e.
 * A collator sorts 200,000 names five times slower, in one piece.
 */
export function alphabetKey(text: string): string {
  if (text.search(beyondAscii) < 0) return text
  return text.normalize('NFC').replaceAll(beyondAscii, (letter) => behindZ[letter] ?? letter.normalize('NFD')[0] ?? letter)
}
