const lineBreak = /[\n\v\f\r\t\u0085\u2028\u2029]/
// Marks that turn the reading direction of everything after them, and characters that no screen shows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const deceiving = /[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

/** One line, without what could break a mail header or show another text than the one written. Emoji and right-to-left words stay. */
export const tidyLine = (text: string): string =>
  text
    .replace(/[\s\u0085]+/g, (space) => (lineBreak.test(space) ? ' ' : space))
    .replace(deceiving, '')
    .trim()
