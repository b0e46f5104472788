type Place = { pathname: string; search: object }

/** Whether going there leaves what is on the page; another step of the same form does not. */
export function leavesPage(current: Place, next: Place): boolean {
  const withoutStep = ({ search }: Place) => JSON.stringify(Object.entries({ ...search, step: undefined }).toSorted())
  return current.pathname !== next.pathname || withoutStep(current) !== withoutStep(next)
}
