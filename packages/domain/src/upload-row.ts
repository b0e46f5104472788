import type { ColumnUse, RowProblem, UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'
import { tagNameOf } from './upload-columns.ts'
import { readProperties, readTags, textOf } from './upload-tags.ts'

/** How the columns of a file are used. */
export type UploadMapping = { columns: readonly { name: string; use: ColumnUse }[]; typeForAll: string | null }

/** A row in the order of the columns; `rest` is what an object has beyond them. */
export type UploadRow = { row: number; cells: readonly unknown[]; rest?: Record<string, unknown> }

export type RowEntity = {
  externalId: string
  name: string
  type: string
  subtype: string | null
  region: string | null
  resourceGroup: string | null
  container: { id: string; name: string | null } | null
  status: string | null
  tags: Record<string, string>
  /** Null where the file has no column for any: those that are known stay. */
  properties: Record<string, unknown> | null
}

/** In characters. */
const longest = { id: 2000, name: 500, field: 250, tagKey: 512, tagValue: 4096 } as const
/** What an index holds. */
const mostBytes = { id: 2000, name: 1000 } as const
const longestShown = 200

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** NUL, half a character, and what stands for bytes that are none in the encoding. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && !value.includes('\ufffd') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isReadable(key) && isReadable(inner))
}

const show = (text: string) =>
  (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text).replaceAll('\u0000', '�').toWellFormed()

const lastPartOf = (id: string) => id.split('/').findLast((part) => part.trim() !== '') ?? id

/** Rows without an id of their own are known again by where they belong and what they are called. */
const makeId = (parts: readonly string[]) => `upload:${parts.map((part) => `/${part.trim().toLowerCase()}`).join('')}`

const inObject = (value: unknown, key: 'id' | 'name') =>
  typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined

class RowReader {
  readonly problems: UploadProblem[] = []
  readonly #row: UploadRow
  readonly #mapping: UploadMapping

  constructor(row: UploadRow, mapping: UploadMapping) {
    this.#row = row
    this.#mapping = mapping
  }

  note(problem: RowProblem, column: string | null, value: unknown = ''): void {
    this.problems.push({ row: this.#row.row, column: column && show(column), problem, value: show(textOf(value)) || null })
  }

  indexOf = (use: ColumnUse) => this.#mapping.columns.findIndex((column) => column.use === use)
  nameOf = (use: ColumnUse) => this.#mapping.columns[this.indexOf(use)]?.name ?? null
  cellOf = (use: ColumnUse) => this.#row.cells[this.indexOf(use)]

  field(use: ColumnUse, most: number = longest.field): string {
    const text = textOf(this.cellOf(use))
    const bytes = use === 'id' || use === 'name' ? mostBytes[use] : Number.POSITIVE_INFINITY
    if (text.length > most || bytesOf(text) > bytes) this.note('too_long', this.nameOf(use), text)
    return text
  }

  container(): RowEntity['container'] {
    const [idCell, nameCell] = [this.cellOf('containerId'), this.cellOf('containerName')]
    const whole = [idCell, nameCell].find((cell) => typeof cell === 'object' && cell !== null)
    const name = whole ? textOf(inObject(whole, 'name')) : this.field('containerName')
    const id = (whole ? textOf(inObject(whole, 'id')) : this.field('containerId')) || name
    return id ? { id, name: name || null } : null
  }

  tags(): Record<string, string> {
    const whole = readTags(this.cellOf('tags'))
    if (whole === null) this.note('tags_not_understood', this.nameOf('tags'), this.cellOf('tags'))
    else if (!isReadable(whole)) this.note('not_readable', this.nameOf('tags'), this.cellOf('tags'))
    const single = this.#used('tag').flatMap(({ name, cell }) => (textOf(cell) === '' ? [] : [[tagNameOf(name), textOf(cell)] as const]))
    for (const [key, value] of [...Object.entries(whole ?? {}), ...single])
      if (key.length > longest.tagKey || value.length > longest.tagValue) this.note('too_long', key.slice(0, longestShown), value || key)
    return Object.fromEntries([...Object.entries(whole ?? {}), ...single])
  }

  properties(): Record<string, unknown> | null {
    const isToldOf = this.#mapping.columns.some(({ use }) => use === 'property' || use === 'properties')
    if (!isToldOf && Object.keys(this.#row.rest ?? {}).length === 0) return null
    const whole = readProperties(this.cellOf('properties'))
    if (whole === null) this.note('properties_not_understood', this.nameOf('properties'), this.cellOf('properties'))
    else if (!isReadable(whole)) this.note('not_readable', this.nameOf('properties'), this.cellOf('properties'))
    const single = this.#used('property').filter(({ cell }) => cell !== '' && cell !== undefined && cell !== null)
    const rest = Object.entries(this.#row.rest ?? {})
    return Object.fromEntries([...Object.entries(whole ?? {}), ...single.map(({ name, cell }) => [name, cell]), ...rest])
  }

  checkCells(): void {
    const { cells, rest = {} } = this.#row
    const { columns } = this.#mapping
    // Spreadsheets leave out empty cells at the end of a row, and write empty ones where a cell was once used.
    if (cells.slice(columns.length).some((cell) => textOf(cell) !== '')) this.note('cell_count', null, String(cells.length))
    for (const [index, cell] of cells.slice(0, columns.length).entries())
      if (columns[index]?.use !== 'none' && !isReadable(cell)) this.note('not_readable', columns[index]?.name ?? null, cell)
    for (const [key, value] of Object.entries(rest)) if (!isReadable(key) || !isReadable(value)) this.note('not_readable', key, value)
  }

  #used = (use: ColumnUse) =>
    this.#mapping.columns.flatMap((column, index) => (column.use === use ? [{ name: column.name, cell: this.#row.cells[index] }] : []))
}

/** What a row says, or why it cannot be kept. */
export function readUploadRow(row: UploadRow, mapping: UploadMapping): { entity: RowEntity } | { problems: UploadProblem[] } {
  const reader = new RowReader(row, mapping)
  reader.checkCells()
  if (reader.problems.length > 0) return { problems: reader.problems }
  const id = reader.field('id', longest.id)
  const name = reader.field('name', longest.name) || lastPartOf(id)
  const type = reader.field('type') || mapping.typeForAll?.trim() || ''
  const [resourceGroup, container] = [reader.field('resourceGroup'), reader.container()]
  if (reader.indexOf('id') >= 0 && id === '') reader.note('no_id', reader.nameOf('id'))
  else if (name === '') reader.note('no_name', reader.nameOf('name'))
  if (type === '') reader.note('no_type', reader.nameOf('type'))
  const externalId = id || makeId([container?.id ?? '', resourceGroup, type, name])
  if (id === '' && bytesOf(externalId) > mostBytes.id) reader.note('too_long', reader.nameOf('name'), externalId)
  const entity: RowEntity = {
    externalId,
    name: name.slice(0, longest.name),
    type: type.toLowerCase(),
    subtype: reader.field('subtype') || null,
    region: reader.field('region') || null,
    resourceGroup: resourceGroup || null,
    container,
    status: reader.field('status') || null,
    tags: reader.tags(),
    properties: reader.properties(),
  }
  return reader.problems.length > 0 ? { problems: reader.problems } : { entity }
}
