import { replacePictures } from './text-pictures.ts'
import { tidyLine } from './tidy-line.ts'

const link = /\[([^\]\n]{1,300})\]\([^()\s]{1,1000}\)/g
const lineStart = /^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm
const emphasis = /(\*\*|__|~~|`{1,3})/g

/** Markdown as one line of plain text, for where only its words fit: without pictures, marks and line breaks. */
export const toPlainLine = (markdown: string): string =>
  tidyLine(
    replacePictures(markdown, () => '')
      .replace(link, '$1')
      .replace(lineStart, '')
      .replace(emphasis, ''),
  )
