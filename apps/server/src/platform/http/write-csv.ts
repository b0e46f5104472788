import type { TSchema } from 'typebox'

type Property = { type?: string; properties?: Record<string, Property>; anyOf?: Property[] }

/** The columns of a row, objects inside it spread out: `entity.name`. */
export function columnsOf(schema: TSchema): string[][] {
  const spread = (property: Property, path: string[]): string[][] => {
    const inner = property.properties ?? property.anyOf?.find(({ properties }) => properties)?.properties
    return inner ? Object.entries(inner).flatMap(([name, child]) => spread(child, [...path, name])) : [path]
  }
  return spread(schema as Property, [])
}

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after what separates cells in some country (Excel takes `;` or a tab
 * even within quotes when the file is opened by a double click). Full-width signs count like the others.
 * Quotes that stand there already are counted in, so that `undefuse` gives back what was written.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const separator = /[;\t\r\n]/
const besideFormula = /[\s"']/
const formulaSign = /[=+\-@＝＋－＠]/

/** Where a formula would begin behind a separator, read from the end: a regex would look from each separator through all the white space behind it. */
function formulasWithin(text: string): number[] {
  if (!separator.test(text) || !formulaSign.test(text)) return []
  const places: number[] = []
  let isBeforeFormula = false
  for (let place = text.length - 1; place >= 0; place -= 1) {
    const character = text[place] ?? ''
    if (isBeforeFormula && separator.test(character)) places.push(place + 1)
    isBeforeFormula = formulaSign.test(character) || (isBeforeFormula && besideFormula.test(character))
  }
  return places.reverse()
}

function defuse(text: string): string {
  const places = [...(formulaStart.test(text) ? [0] : []), ...formulasWithin(text)]
  const parts = places.map((place, index) => text.slice(places[index - 1] ?? 0, place))
  return [...parts, text.slice(places.at(-1) ?? 0)].join("'")
}

/** The text of a cell as it was before this file's export made it harmless. */
export function undefuse(cell: string): string {
  if (!cell.includes("'")) return cell
  // Read from the end, as it was written: a quote after a separator, before which a formula would begin.
  const dropped = new Set<number>()
  let isBeforeFormula = false
  for (let place = cell.length - 1; place >= 0; place -= 1) {
    const character = cell[place] ?? ''
    if (isBeforeFormula && character === "'" && separator.test(cell[place - 1] ?? '')) dropped.add(place)
    isBeforeFormula = formulaSign.test(character) || (isBeforeFormula && besideFormula.test(character))
  }
  if (cell.startsWith("'") && formulaStart.test(cell.slice(1))) dropped.add(0)
  return dropped.size === 0
    ? cell
    : [...cell.matchAll(/./gsu)].map(({ 0: character, index }) => (dropped.has(index) ? '' : character)).join('')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const defused = defuse(text)
  return /[",;\t\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}

const read = (row: unknown, path: readonly string[]) =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)

/** One line of RFC 4180, its end included. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`

export const csvRow = (row: unknown, columns: readonly string[][]): string => csvLine(columns.map((path) => read(row, path)))
