import { flag } from '#web/platform/list-search.ts'

/** Whether the screen shows all customers: a list of theirs, or the dashboard of the provider. */
export const isOfAll = (pathname: string, search: { all?: unknown }, isProvider: boolean): boolean =>
  flag(search.all) === true || (isProvider && pathname === '/dashboard')
