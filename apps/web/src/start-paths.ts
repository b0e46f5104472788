import { ticketAccess } from '@vakt/contract/features.ts'
import type { StartPage } from '@vakt/contract/users/session.ts'
import { listsOfAll, navigationFor, navigationItems, type Rights, searchOf } from '#web/navigation.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'

type Shown = Rights & Pick<ShownCustomer, 'customerId'>

const hrefOf = (key: string, shown: Shown): string => {
  const item = navigationItems.find((one) => one.key === key)
  if (!item) throw new Error(`There is no ${key}`)
  return item.to.replace('$customerId', encodeURIComponent(shown.customerId)) + stringifySearch(searchOf(item, shown))
}

/**
 * Where someone starts: at the first page that they may open. Anyone who may open none learns at the tickets what they are missing; staff have their
 * team.
 */
export function homePath(shown: Shown): string {
  const first = navigationFor(shown).find(({ key }) => key !== 'team')
  return hrefOf(first?.key ?? (shown.isProvider ? 'team' : 'tickets'), shown)
}

/** Where `/` leads: to the page that the user chose, as long as they may see it. */
export function startPath(shown: Shown, startPage: StartPage | null): string {
  if (startPage === 'inbox' && shown.isProvider && shown.can(ticketAccess)) return hrefOf('tickets', shown)
  if (startPage === 'tickets' && shown.canHere(ticketAccess)) return `/tickets/${encodeURIComponent(shown.customerId)}`
  return homePath(shown)
}

/** Whether it is the list of this customer that there is over all customers, too. */
export const hasListOfAll = (pathname: string, customerId: string): boolean =>
  [...listsOfAll, '/automation/$customerId/runs'].some((to) => to.replace('$customerId', encodeURIComponent(customerId)) === pathname)
