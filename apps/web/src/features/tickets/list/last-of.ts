/** Of two values that exclude each other the one that was chosen last; undefined without either. */
export function lastOf(values: readonly string[], yes: string, no: string): boolean | undefined {
  const last = values.findLast((value) => value === yes || value === no)
  return last === undefined ? undefined : last === yes
}
