import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { unpackWoff } from './unpack-woff.ts'

export type PdfWeight = 'regular' | 'bold'

/** A stretch of text in one script, and the font that has its letters. */
type Stretch = { font: string; text: string }
type Word = { stretches: Stretch[]; isRightToLeft: boolean; width: number }
export type PdfLine = { words: Word[]; width: number }

const files: { script: RegExp; name: string; file: (weight: number) => string }[] = [
  {
    script: /[\u0020-\u00ff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2212\ufffd]/u,
    name: 'latin',
    file: (weight) => `@fontsource/inter/files/inter-latin-${weight}-normal.woff`,
  },
  { script: /\p{Script=Greek}/u, name: 'greek', file: (weight) => `@fontsource/inter/files/inter-greek-${weight}-normal.woff` },
  { script: /\p{Script=Cyrillic}/u, name: 'cyrillic', file: (weight) => `@fontsource/inter/files/inter-cyrillic-${weight}-normal.woff` },
  {
    script: /\p{Script=Hebrew}/u,
    name: 'hebrew',
    file: (weight) => `@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-${weight}-normal.woff`,
  },
  {
    script: /\p{Script=Arabic}/u,
    name: 'arabic',
    file: (weight) => `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
  },
  { script: /\p{Script=Latin}/u, name: 'latin-ext', file: (weight) => `@fontsource/inter/files/inter-latin-ext-${weight}-normal.woff` },
]
const { resolve } = createRequire(import.meta.url)
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** What would end a line, or turn the order of what follows. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu
/** Stands for letters that no font here has. */
const unknown = '\ufffd'

/**
 * Text of a PDF: measured, broken into lines and drawn, in the scripts that Inter and Noto Sans have here (Latin, Greek, Cyrillic, Hebrew, Arabic).
 * Words of a script that is written from the right stand in their order; a letter of another script becomes a replacement mark.
 */
export function createPdfText(document: InstanceType<typeof PDFDocument>) {
  const registered = new Set<string>()
  /** Chooses the font, and answers whether it has this letter. */
  const choose = (name: string, weight: PdfWeight): string => {
    const key = `${name}-${weight}`
    const found = files.find((one) => one.name === name)
    if (found && !registered.has(key)) {
      document.registerFont(key, unpackWoff(readFileSync(resolve(found.file(weight === 'bold' ? 600 : 400)))))
      registered.add(key)
    }
    return key
  }

  function stretchesOf(word: string, weight: PdfWeight): Stretch[] {
    const stretches: Stretch[] = []
    for (const letter of word) {
      const name = files.find(({ script }) => script.test(letter))?.name
      const font = choose(name ?? 'latin', weight)
      const last = stretches.at(-1)
      // A mark above or below a letter stays with it.
      const isMark = /\p{M}/u.test(letter) && last !== undefined
      if (last && (isMark || last.font === font)) last.text += name || isMark ? letter : unknown
      else stretches.push({ font, text: name ? letter : unknown })
    }
    return stretches
  }

  const widthOfStretch = ({ font, text }: Stretch, size: number) => document.font(font).fontSize(size).widthOfString(text)

  function wordOf(text: string, weight: PdfWeight, size: number): Word {
    const stretches = stretchesOf(text, weight)
    return {
      stretches,
      isRightToLeft: rightToLeft.test(text),
      width: stretches.reduce((sum, one) => sum + widthOfStretch(one, size), 0),
    }
  }

  /** A word that is wider than a line, in pieces that are not. */
  function piecesOf(text: string, weight: PdfWeight, size: number, width: number): Word[] {
    const whole = wordOf(text, weight, size)
    if (whole.width <= width) return [whole]
    // By the widths of its letters: to lay the text out again with each further letter is slow.
    const letters = Array.from(text, (letter) => ({ letter, width: wordOf(letter, weight, size).width }))
    const pieces: Word[] = []
    for (let start = 0; start < letters.length; ) {
      const pieceOf = (end: number) =>
        wordOf(
          letters
            .slice(start, end)
            .map(({ letter }) => letter)
            .join(''),
          weight,
          size,
        )
      let end = start + 1
      for (let used = letters[start]?.width ?? 0; end < letters.length; end += 1) {
        used += letters[end]?.width ?? 0
        if (used > width) break
      }
      let piece = pieceOf(end)
      // Letters can take more side by side than alone.
      while (piece.width > width && end > start + 1) {
        end -= 1
        piece = pieceOf(end)
      }
      pieces.push(piece)
      start = end
    }
    return pieces
  }

  const spaceOf = (size: number) => document.font(choose('latin', 'regular')).fontSize(size).widthOfString(' ')

  return {
    /** Breaks a text into lines of this width. */
    lines(text: string, { width, size, weight = 'regular' }: { width: number; size: number; weight?: PdfWeight }): PdfLine[] {
      const space = spaceOf(size)
      const words = text
        .normalize('NFC')
        .replace(invisible, ' ')
        .split(/[ \t]+/)
        .filter((word) => word !== '')
        .flatMap((word) => piecesOf(word, weight, size, width))
      const lines: PdfLine[] = []
      for (const word of words) {
        const last = lines.at(-1)
        const joined = last ? last.width + space + word.width : Number.POSITIVE_INFINITY
        if (last && joined <= width) Object.assign(last, { words: [...last.words, word], width: joined })
        else lines.push({ words: [word], width: word.width })
      }
      return lines
    },

    /** Draws a line with its top left corner there. */
    draw(line: PdfLine, { x, y, size, color }: { x: number; y: number; size: number; color: string }): void {
      const space = spaceOf(size)
      let left = x
      line.words.forEach((_, index) => {
        const word = line.words[placeOf(line.words, index)] as Word
        for (const stretch of word.isRightToLeft ? word.stretches.toReversed() : word.stretches) {
          const width = widthOfStretch(stretch, size)
          document.fillColor(color).text(stretch.text, left, y, { lineBreak: false })
          left += width
        }
        left += space
      })
    },
  }
}

/** Which word stands at this place of a line: neighbours that are written from the right change places. */
function placeOf(words: readonly Word[], index: number): number {
  if (!words[index]?.isRightToLeft) return index
  let first = index
  let last = index
  while (words[first - 1]?.isRightToLeft) first -= 1
  while (words[last + 1]?.isRightToLeft) last += 1
  return first + last - index
}
