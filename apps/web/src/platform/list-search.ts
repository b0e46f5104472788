import type { ListKey } from '@vakt/contract/list-views.ts'

/** The key under which the views and columns of a list are kept; tickets have theirs at each customer. */
export type ListName = ListKey | 'tickets'

/** Reads one parameter of an address; undefined where it says nothing that makes sense. */
type Read<Value> = (value: unknown) => Value | undefined
type Readers = Record<string, Read<unknown>>
type NoReaders = Record<never, never>
type ValuesOf<R> = { [Name in keyof R]?: R[Name] extends Read<infer Value> ? Value : never }

const maxValues = 50
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A text without space around it, cut at `maxLength` characters. */
export const text =
  (maxLength = 200): Read<string> =>
  (value) =>
    textOf(value).trim().slice(0, maxLength) || undefined

/** A text of a form, such as the id of a row. */
export const textLike =
  (pattern: RegExp): Read<string> =>
  (value) =>
    pattern.test(textOf(value)) ? textOf(value) : undefined

export const uuid: Read<string> = textLike(uuidPattern)

/** A day such as `2026-11-21`. */
export const day: Read<string> = (value) => {
  const written = textOf(value).trim()
  return dayPattern.test(written) && !Number.isNaN(Date.parse(`${written}T00:00:00`)) ? written : undefined
}

/** A day, or a moment in UTC where a period begins or ends at none of the reader's midnights. */
export const dayOrMoment: Read<string> = (value) => {
  const written = textOf(value).trim()
  return day(written) ?? (momentPattern.test(written) && !Number.isNaN(Date.parse(written)) ? written : undefined)
}

/** Values of the customer's tag keys in their order, an empty one for resources without the tag. */
export const tagGroup: Read<string[]> = (value) => {
  const values = listOf(value).map(String)
  return values.length > 0 ? values.slice(0, 2) : undefined
}

/** True, or absent. */
export const flag: Read<true> = (value) => (value === true || value === 'true' ? true : undefined)

export const yesOrNo: Read<boolean> = (value) => flag(value) ?? (value === false || value === 'false' ? false : undefined)

/** One of these values. */
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((one) => one === value)

/** Some of these values, in the order in which they are declared. */
export const someOf =
  <const Value extends string | number>(values: readonly Value[]): Read<Value[]> =>
  (value) => {
    const asked = listOf(value).map(String)
    const found = values.filter((one) => asked.includes(String(one)))
    return found.length > 0 ? found : undefined
  }

type TextsOptions = { maxLength?: number; pattern?: RegExp; withEmpty?: boolean }

/** Different texts, at most 50. `withEmpty` keeps the empty one, which asks for rows without a value. */
export const texts =
  ({ maxLength = 254, pattern = /^/, withEmpty = false }: TextsOptions = {}): Read<string[]> =>
  (value) => {
    const asked = listOf(value).filter((one) => typeof one === 'string' || typeof one === 'number')
    const found = asked.map((one) => (withEmpty ? String(one) : String(one).trim()))
    const kept = found.filter((one) => (withEmpty || one !== '') && one.length <= maxLength && pattern.test(one))
    return kept.length > 0 ? [...new Set(kept)].slice(0, maxValues) : undefined
  }

/**
 * For the provider: a list over all customers, of which `of` leaves those of some. `inAll` belongs to its scope, `ofSome` to its filters. A saved
 * view keeps `unsavedScope` only where it is of some customers.
 */
export const inAll = { all: flag }
export const ofSome = { of: texts() }
/** Where the resource of a row belongs, as the calls take it; for lists over all customers. */
export const ofPlace = {
  type: texts({ maxLength: 1024 }),
  resourceGroup: texts({ maxLength: 1024, withEmpty: true }),
  tag: texts({ maxLength: 2048, pattern: /^[^=]+=/ }),
}
export const unsavedScope = ['all', 'of'] as const

/** What of the scope chooses among the rows, as a filter does. */
const choosingScope = ['state', 'onlyOpen', 'hidden'] as const

type Parts<F extends Readers, S extends Readers, P extends Readers> = {
  /** Under this key its saved views and chosen columns are kept; without one it has none. */
  list?: ListName
  /** What narrows the list; *Clear filters* takes it away. */
  filters?: F
  /** Which list it is and in what order: it stays when the filters are cleared. */
  scope?: S
  /** What is open beside the list; it is no part of what is asked for. */
  panel?: P
  /** What of the filters and the scope no saved view keeps, such as whose rows they are. */
  unsaved?: readonly string[]
}

/** What the address of a list says: called with an address, it gives what is valid there and leaves out the rest. */
export type ListSearch<Search extends object, Rows extends object = Search> = {
  (address: Record<string, unknown>): Search
  /** Without what is open beside the list. */
  rowsOf(search: Search): Rows
  /** Only what stays when the filters are cleared. */
  withoutFilters(search: Search): Search
  /** What a saved view keeps. */
  savedOf(search: Search): Rows
  /** The parameter that names the saved view that is shown, or `all` for none where there is one to start with. */
  viewParam: 'view' | 'saved'
  isFiltered(search: Search): boolean
  /** How many filters are set besides the text that is searched for; from and to are one. */
  countFilters(search: Search): number
  /** The parameter that names the row whose details are open: the first of `panel`. */
  rowName: string | undefined
  list: ListName | undefined
}

/** What a declared search gives. */
export type SearchOf<L> = L extends ListSearch<infer Search, infer _> ? Search : never
/** The part of it that says which rows are listed. */
export type RowsOf<L> = L extends ListSearch<infer _, infer Rows> ? Rows : never

function pick(search: object, isKept: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(search).filter(([name]) => isKept(name)))
}

/** The end of a period counts together with its beginning. */
const beginningOf = (name: string): string => (name === 'to' ? 'from' : name.endsWith('To') ? `${name.slice(0, -2)}From` : '')

/** Declares once what stands in the address of a list. Its type, its parser and what is cleared follow from it. */
export function listSearch<F extends Readers = NoReaders, S extends Readers = NoReaders, P extends Readers = NoReaders>({
  list,
  filters,
  scope,
  panel,
  unsaved = [],
}: Parts<F, S, P>) {
  type Search = ValuesOf<F & S & P>
  const readersByName: Readers = { ...filters, ...scope, ...panel }
  const readers = Object.entries(readersByName)
  const rowsOf = (search: object) => pick(search, (name) => !panel || !(name in panel))
  function parse(address: Record<string, unknown>) {
    const values = readers.map(([name, read]) => [name, read(address[name])] as const)
    const said = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    // Of one customer alone there is nobody to choose among.
    if ('all' in readersByName && !said.all) delete said.of
    return said
  }
  const parts = {
    rowsOf,
    savedOf: (search: { all?: true; of?: unknown }) =>
      pick(rowsOf(search), (name) => Boolean(search.all && search.of) || !unsaved.includes(name)),
    viewParam: readers.some(([name]) => name === 'view') ? 'saved' : 'view',
    withoutFilters: (search: object) => pick(search, (name) => scope !== undefined && name in scope),
    isFiltered: (search: object) => filters !== undefined && Object.keys(search).some((name) => name in filters),
    countFilters: (search: object) =>
      Object.keys(search).filter(
        (name) =>
          name !== 'q' && !(beginningOf(name) in search) && ((filters && name in filters) || choosingScope.some((one) => one === name)),
      ).length,
    rowName: panel && Object.keys(panel)[0],
    list,
  }
  return Object.assign(parse, parts) as ListSearch<Search, ValuesOf<F & S>>
}

/** The moment at which a day begins, or one that begins later, where the browser is; a moment is what it is. */
export function momentOf(written: string, daysLater = 0): string {
  if (!dayPattern.test(written)) return written
  const [year = 0, month = 1, date = 1] = written.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** The moments at which the first day begins and the last one ends, where the browser is. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): { from?: string; to?: string } {
  return { ...(from ? { from: momentOf(from) } : {}), ...(to ? { to: momentOf(to, 1) } : {}) }
}
