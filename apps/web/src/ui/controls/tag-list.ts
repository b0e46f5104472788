type TagChange = { tags: readonly string[]; duplicate: string | null }

/** Puts the tag at the end, or in place of the one at `index`. Empty ones are ignored; one that is there already is named. */
export function putTag(tags: readonly string[], text: string, index: number | null): TagChange {
  const tag = text.trim()
  if (tag === '') return { tags, duplicate: null }
  const isTaken = tags.some((one, at) => at !== index && one === tag)
  if (isTaken) return { tags, duplicate: tag }
  return { tags: index === null ? [...tags, tag] : tags.map((one, at) => (at === index ? tag : one)), duplicate: null }
}
