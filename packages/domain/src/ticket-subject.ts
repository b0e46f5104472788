const lineBreaks = /\s*[\n\v\f\r\t\u0085\u2028\u2029]+\s*/g
// Marks that turn the reading direction of everything after them, and characters that no screen shows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const deceiving = /[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

/** One line, without what could break a mail header or show another text than the one written. Emoji and right-to-left words stay. */
export const tidySubject = (subject: string): string => subject.replace(lineBreaks, ' ').replace(deceiving, '').trim()
