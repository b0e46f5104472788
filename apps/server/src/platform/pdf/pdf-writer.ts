import PDFDocument from 'pdfkit'
import { createPdfText, type PdfLine, type PdfWeight } from './pdf-text.ts'

const margin = 56
const ink = '#16181d'
const dim = '#5b6270'
const rule = '#d9dce2'
const lineHeight = 1.45
/** No report is longer; what would be is cut off with a word about it. */
const maxPages = 60

type Element = InstanceType<typeof PDFDocument> extends { struct(...args: never[]): infer One } ? One : never
type Style = { size: number; color?: string; weight?: PdfWeight; width?: number; after?: number }

/** `title` stands above it, where it is not the only one of its section. */
export type PdfTable = { title?: string; columns: readonly string[]; rows: readonly (readonly string[])[] }
export type PdfBars = {
  alt: string
  bars: readonly { label: string; values: readonly number[] }[]
  series: readonly { label: string; color: string }[]
}

export type PdfPicture = { content: Uint8Array; width: number; height: number; alt: string }

/** What follows a heading. */
type PdfSection = { paragraphs: readonly string[]; chart?: unknown; tables: readonly PdfTable[] }

/**
 * Writes a tagged PDF (PDF/UA: headings, paragraphs and tables that screen readers know) from top to bottom on A4 pages: nothing is split between two
 * pages but a table that is longer than one, whose head is then repeated. `end` answers the file.
 */
export function createPdfWriter({
  title,
  language,
  page,
  maker = 'Vakt',
}: {
  title: string
  language: string
  page: (page: number, pages: number) => string
  maker?: string
}) {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // Its types are of an earlier version.
    subset: 'PDF/UA' as 'PDF/A-1a',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Producer: maker, Creator: maker },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const text = createPdfText(document)
  const root = document.struct('Document')
  document.addStructure(root)
  const width = document.page.width - 2 * margin
  const bottom = document.page.height - margin - 12
  let parent: Element = root
  let y = margin
  let pages = 1
  /** Beside what stands above it in its section, for the table that comes first there. */
  let roomOfFirst: number | undefined

  const artifact = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' })
    draw()
    document.endMarkedContent()
  }
  const add = (to: Element, type: string, draw: () => void, options = {}) => {
    const element = document.struct(type, options, draw)
    to.add(element)
    element.end()
  }
  const isFull = () => pages >= maxPages && y > bottom
  const turnPage = () => {
    if (pages >= maxPages) {
      y = Number.POSITIVE_INFINITY
      return
    }
    document.addPage()
    pages += 1
    y = margin
  }
  /** Goes to the next page where less than this is left. */
  const keep = (height: number) => {
    if (y + height > bottom && y > margin) turnPage()
  }
  const drawLines = (
    lines: readonly PdfLine[],
    { x, top, size, color = ink, width: room }: Style & { x: number; top: number; width: number },
    isRight = false,
  ) => {
    for (const [index, line] of lines.entries())
      text.draw(line, { x: isRight ? x + room - line.width : x, y: top + index * size * lineHeight, size, color })
  }

  function write(type: string, what: string, style: Style, keepAfter = 0): void {
    const room = style.width ?? width
    const lines = text.lines(what, { ...style, width: room })
    const height = lines.length * style.size * lineHeight
    keep(height + keepAfter)
    if (isFull()) return
    const top = y
    add(parent, type, () => drawLines(lines, { ...style, width: room, x: margin, top }))
    y += height + (style.after ?? 8)
  }

  const body = { size: 10.5, after: 8 }
  const caption = { size: 10.5, weight: 'bold' as const, after: 4 }
  const captionHeight = caption.size * lineHeight + caption.after
  /** Of bars with their legend, and of a heading with the room around it. */
  const [chartHeight, headingRoom] = [178, 50]
  const cellSize = 9
  // A month, one row a day, fits on a page with its heading.
  const padding = 3.5
  const heightOf = (cells: readonly PdfLine[][]) => Math.max(1, ...cells.map((lines) => lines.length)) * cellSize * lineHeight + 2 * padding

  /** Figures get what they need, the name of the row the rest. */
  function widthsOf({ columns, rows }: PdfTable): number[] {
    const figureWidths = columns.slice(1).map((column, index) => {
      const cells = [column, ...rows.map((row) => row[index + 1] ?? '')]
      return (
        Math.min(110, Math.max(...cells.map((cell) => text.lines(cell, { width: 1000, size: cellSize, weight: 'bold' })[0]?.width ?? 0))) +
        14
      )
    })
    const figures = figureWidths.reduce((sum, one) => sum + one, 0)
    return [Math.max(width - figures, 120), ...figureWidths]
  }

  function layOut({ columns, rows }: PdfTable) {
    const widths = widthsOf({ columns, rows })
    const cellsOf = (row: readonly string[], weight: PdfWeight) =>
      row.map((cell, index) => text.lines(cell, { width: (widths[index] ?? 60) - 8, size: cellSize, weight }))
    const head = cellsOf(columns, 'bold')
    const lines = rows.map((row) => cellsOf(row, 'regular'))
    return { widths, head, rows: lines, height: [head, ...lines].reduce((sum, cells) => sum + heightOf(cells), 0) }
  }

  /** How much room a section needs below its heading so that the heading stays with its first table, or the beginning of one longer than a page. */
  function layOutSection({ paragraphs, chart, tables }: PdfSection): { needed: number; roomOfFirst: number } {
    const texts = paragraphs.reduce((sum, one) => sum + text.lines(one, { ...body, width }).length * body.size * lineHeight + body.after, 0)
    const above = texts + (chart ? chartHeight : 0)
    const roomOfFirst = bottom - margin - above - headingRoom
    if (!tables[0]) return { needed: above, roomOfFirst }
    const { head, rows, height } = layOut(tables[0])
    return { needed: above + (height <= roomOfFirst ? height : heightOf(head) + heightOf(rows[0] ?? head)), roomOfFirst }
  }

  return {
    /** What follows belongs together, under a heading that stays with its beginning. */
    section(heading: string, content: PdfSection): void {
      const laidOut = layOutSection(content)
      roomOfFirst = laidOut.roomOfFirst
      y += 14
      const section = document.struct('Sect')
      root.add(section)
      parent = section
      write('H2', heading, { size: 15, weight: 'bold', after: 6 }, laidOut.needed)
    },
    title: (what: string) => write('H1', what, { size: 26, weight: 'bold', after: 10 }),
    paragraph: (what: string, style: Partial<Style> = {}) => write('P', what, { ...body, ...style }),
    note: (what: string) => write('P', what, { size: 9, color: dim, after: 8 }),
    space: (height: number) => {
      y += height
    },
    nextPage: turnPage,

    /** A PNG at the left, at most so large; answers the height that it takes. */
    picture({ content, alt, ...size }: PdfPicture, largest: { width: number; height: number }): number {
      const scale = Math.min(1, largest.width / size.width, largest.height / size.height)
      const [wide, high] = [size.width * scale, size.height * scale]
      const top = y
      const draw = () => void document.image(Buffer.from(content), margin, top, { width: wide, height: high })
      add(parent, 'Figure', draw, { alt, bbox: [margin, top, margin + wide, top + high] })
      y += high
      return high
    },

    table(table: PdfTable): void {
      const { widths, head, rows, height: all } = layOut(table)
      const whole = all + (table.title ? captionHeight : 0) <= (roomOfFirst ?? bottom - margin)
      roomOfFirst = undefined
      const beginning = whole ? all : heightOf(head) + heightOf(rows[0] ?? head)
      if (table.title) write('H3', table.title, caption, beginning)
      else keep(beginning)
      const element = document.struct('Table')
      parent.add(element)
      const drawCell = (cells: readonly PdfLine[][], index: number, top: number, color: string) => {
        const x = margin + widths.slice(0, index).reduce((sum, one) => sum + one, 0)
        drawLines(
          cells[index] ?? [],
          { x: index === 0 ? x : x + 4, top: top + padding, size: cellSize, color, width: (widths[index] ?? 0) - 8 },
          index > 0,
        )
      }
      const underline = (at: number) =>
        artifact(() =>
          document
            .moveTo(margin, at)
            .lineTo(margin + width, at)
            .lineWidth(0.5)
            .strokeColor(rule)
            .stroke(),
        )
      const drawRow = (cells: readonly PdfLine[][], color: string, isHead: boolean) => {
        const row = document.struct('TR')
        element.add(row)
        cells.forEach((_, index) => {
          const type = isHead || index === 0 ? 'TH' : 'TD'
          add(row, type, () => drawCell(cells, index, y, color), type === 'TH' ? { scope: isHead ? 'Column' : 'Row' } : {})
        })
        row.end()
        y += heightOf(cells)
        underline(y)
      }
      drawRow(head, dim, true)
      for (const cells of rows) {
        if (y + heightOf(cells) > bottom) {
          turnPage()
          if (isFull()) break
          // For the eye only: the head of the table is known already.
          artifact(() => {
            for (const index of head.keys()) drawCell(head, index, y, dim)
          })
          y += heightOf(head)
          underline(y)
        }
        drawRow(cells, ink, false)
      }
      element.end()
      y += 14
    },

    /** Stacked bars with their legend; `alt` says for screen readers what they show. */
    bars({ alt, bars, series }: PdfBars): void {
      const height = 120
      y += 8
      keep(height + 50)
      if (isFull()) return
      const top = y
      const most = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
      const step = width / Math.max(bars.length, 1)
      add(
        parent,
        'Figure',
        () => {
          document
            .moveTo(margin, top + height)
            .lineTo(margin + width, top + height)
            .lineWidth(0.5)
            .strokeColor(rule)
            .stroke()
          bars.forEach(({ values }, index) => {
            let base = top + height
            values.toReversed().forEach((value, place) => {
              const size = (value / most) * height
              base -= size
              const color = series[values.length - 1 - place]?.color ?? ink
              if (value > 0) document.rect(margin + index * step + step * 0.15, base, step * 0.7, size).fill(color)
            })
          })
          const label = (what: string, x: number, at: number) =>
            drawLines(text.lines(what, { width: 90, size: 8 }), { x, top: at, size: 8, color: dim, width: 90 })
          const middle = Math.floor((bars.length - 1) / 2)
          for (const index of new Set([0, middle, bars.length - 1]))
            label(bars[index]?.label ?? '', margin + index * step - (index === 0 ? 0 : 12), top + height + 4)
          label(String(most), margin, top - 10)
          let x = margin
          for (const one of series) {
            document.rect(x, top + height + 24, 8, 8).fill(one.color)
            label(one.label, x + 12, top + height + 22)
            x += 24 + (text.lines(one.label, { width: 200, size: 8 })[0]?.width ?? 0)
          }
        },
        { alt, bbox: [margin, top - 10, margin + width, top + height + 36] },
      )
      y = top + height + 48
    },

    /** Numbers the pages, except the cover, and answers the file. */
    async end(): Promise<Buffer> {
      root.end()
      const { count } = document.bufferedPageRange()
      for (let index = 1; index < count; index += 1) {
        document.switchToPage(index)
        const [line] = text.lines(page(index + 1, count), { width, size: 8 })
        artifact(() => line && text.draw(line, { x: margin + width - line.width, y: bottom + 16, size: 8, color: dim }))
      }
      const ended = new Promise<void>((resolve) => document.on('end', resolve))
      document.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
