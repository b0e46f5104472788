export type Mentioned = { userId: string; name: string }

/** What is being typed after an @ just before the caret; null when no one is being named. */
export function findMention(text: string, caret: number): { start: number; q: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\d.'-]*(?: [\p{L}\p{M}\d.'-]*)?)$/u.exec(text.slice(Math.max(0, caret - 80), caret))
  return found?.[1] === undefined ? null : { start: caret - found[1].length - 1, q: found[1] }
}

export function insertMention(text: string, mention: { start: number; caret: number }, name: string): { text: string; caret: number } {
  const inserted = `@${name} `
  const rest = text.slice(mention.caret).replace(/^ /, '')
  return { text: `${text.slice(0, mention.start)}${inserted}${rest}`, caret: mention.start + inserted.length }
}

/** Of those chosen the ones whom the text still names. */
export const stillMentioned = <Person extends Mentioned>(text: string, chosen: readonly Person[]): Person[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`))
