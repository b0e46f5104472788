import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isActive, type NavigationItem, searchOf } from '#web/navigation.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'

type Props = { item: NavigationItem; className: string | undefined; label?: string; children: ReactNode }

/** A link to one of the main screens, marked while that screen is open. */
export function NavigationLink({ item, className, label, children }: Props) {
  const shown = useShownCustomer()
  const { pathname, search } = useLocation()
  return (
    <Link
      to={item.to}
      params={{ customerId: shown.customerId }}
      search={searchOf(item, shown, { pathname, search })}
      className={className}
      aria-label={label}
      {...(isActive(item, pathname) ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  )
}
