import { trimEndOf } from './trim-characters.ts'

const longestTitle = 200
const longestSentence = 160

/** The first sentence of a line that is too long to be a title. */
function firstSentence(line: string): string {
  const end = line.search(/[.!?]\s/)
  return end >= 20 && end < longestSentence ? line.slice(0, end) : line
}

const shorten = (text: string) => (text.length > longestTitle ? `${text.slice(0, longestTitle - 1).trimEnd()}…` : text)

/** Markup and bare addresses say nothing when read as a line of text. */
const readsAsText = (line: string) => line !== '' && !line.startsWith('<') && !/^https?:\/\/\S*$/.test(line)

/**
 * What a condition is called on screen: the summary that its source wrote, which is the first line of the description, without the full stop.
 * The name of the alert where there is no summary. At most 200 characters.
 */
export function alertTitle({ name, description }: { name: string; description: string }): string {
  const line = description.trimStart().split('\n', 1)[0]?.trim() ?? ''
  if (!readsAsText(line)) return shorten(name)
  return shorten(trimEndOf(line.length > longestSentence ? firstSentence(line) : line, /[.\s]/) || name)
}

/** A title that names its resource once: as it is where it does already, else with the name in front. */
export function titleWithResource(title: string, resourceName: string | null): string {
  if (!resourceName || title.toLowerCase().includes(resourceName.toLowerCase())) return title
  return `${resourceName}: ${title}`
}
