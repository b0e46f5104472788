/**
 * The text without these characters at its end; `unwanted` matches one character. Not by a regex such as `/\/+$/`, which takes time in the
 * square of a row of them that something else follows.
 */
export function trimEndOf(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

export const withoutEndSlashes = (text: string): string => trimEndOf(text, /\//)
