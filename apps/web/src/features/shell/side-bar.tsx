import { Link, useLocation } from '@tanstack/react-router'
import { isActive, navigationFor } from '#web/navigation.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { shellTexts } from './shell.texts.ts'
import classes from './side-bar.module.css'
import { VaktMark } from './vakt-mark.tsx'

export function SideBar() {
  const words = useTexts(shellTexts)
  const shown = useShownCustomer()
  const { pathname } = useLocation()
  return (
    <nav className={classes.bar} aria-label={words.mainNavigation}>
      <Link to="/" className={classes.mark} aria-label={words.product}>
        <VaktMark size={28} />
      </Link>
      <ul className={classes.items}>
        {navigationFor(shown).map((item) => (
          <li key={item.key}>
            <Link
              to={item.to}
              params={{ customerId: shown.customerId }}
              className={classes.item}
              aria-label={words.navigation[item.key]}
              {...(isActive(item, pathname) ? { 'aria-current': 'page' as const } : {})}
            >
              <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={classes.tip} aria-hidden="true">
                {words.navigation[item.key]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
