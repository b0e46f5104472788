/** SQL that counts the rows of each of these values of a column, one column of the result for each. The values are words of the code, never of a caller. */
export const countEach = (column: string, values: readonly string[]): string =>
  values.map((value) => `count(*) filter (where ${column} = '${value}')::int as ${value}`).join(', ')

/** The same as one JSON object, of the rows for which `condition` is true. */
export const countEachAsJson = (column: string, values: readonly string[], condition = 'true'): string =>
  `json_build_object(${values.map((value) => `'${value}', count(*) filter (where ${column} = '${value}' and ${condition})`).join(', ')})`

/** What `countEachAsJson` says of no rows. */
export const noneOfEachAsJson = (values: readonly string[]): string =>
  `json_build_object(${values.map((value) => `'${value}', 0`).join(', ')})`
