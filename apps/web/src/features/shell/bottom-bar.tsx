import { useLocation } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { isActive, navigationFor } from '#web/navigation.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './bottom-bar.module.css'
import { DropSheet } from './drop-sheet.tsx'
import { FeedbackRow } from './feedback-link.tsx'
import { NavigationLink } from './navigation-link.tsx'
import { shellTexts } from './shell.texts.ts'

/** The navigation of a phone, at the thumb: the main screens, and the rest behind *More*. */
export function BottomBar() {
  const words = useTexts(shellTexts)
  const language = useLanguage()
  const { pathname } = useLocation()
  const items = navigationFor(useShownCustomer()).filter(({ isDropdownItem }) => !isDropdownItem)
  const others = items.filter(({ short }) => !short)
  return (
    <nav className={classes.bar} data-around-content aria-label={words.mainNavigation}>
      {items.map(
        (item) =>
          item.short && (
            <NavigationLink key={item.key} item={item} className={classes.item}>
              <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={classes.label}>{item.short[language].title}</span>
            </NavigationLink>
          ),
      )}
      <DropSheet
        label={words.more}
        triggerClassName={others.some((item) => isActive(item, pathname)) ? `${classes.item} ${classes.holdsCurrent}` : classes.item}
        trigger={
          <>
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />
            <span className={classes.label}>{words.more}</span>
          </>
        }
      >
        <div className={classes.rows}>
          {others.map((item) => (
            <NavigationLink key={item.key} item={item} className={classes.row}>
              <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {item.words[language].title}
            </NavigationLink>
          ))}
          <FeedbackRow className={classes.row} />
        </div>
      </DropSheet>
    </nav>
  )
}
