import { Link } from '@tanstack/react-router'
import { ChevronsRight } from 'lucide-react'
import { navigationFor } from '#web/navigation.ts'
import { useProductName } from '#web/platform/branding.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { BrandMark } from './brand-mark.tsx'
import { FeedbackItem } from './feedback-link.tsx'
import { NavigationLink } from './navigation-link.tsx'
import { shellTexts } from './shell.texts.ts'
import classes from './side-bar.module.css'
import { toggleSideBar } from './side-bar-width.ts'

export function SideBar() {
  const words = useTexts(shellTexts)
  const language = useLanguage()
  const items = navigationFor(useShownCustomer()).filter(({ isDropdownItem }) => !isDropdownItem)
  return (
    <nav className={classes.bar} data-around-content aria-label={words.mainNavigation}>
      <Link to="/" className={classes.mark} aria-label={useProductName()}>
        <BrandMark size={28} />
      </Link>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.key}>
            <NavigationLink item={item} className={classes.item} label={item.words[language].title}>
              <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={classes.tip} aria-hidden="true">
                {item.words[language].title}
                <span className={classes.about}>{item.words[language].about}</span>
              </span>
            </NavigationLink>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <FeedbackItem />
        <button type="button" className={`${classes.item} ${classes.toggle}`} aria-label={words.menuWidth} onClick={toggleSideBar}>
          <ChevronsRight size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className={classes.tip} aria-hidden="true">
            {words.menuWidth}
          </span>
        </button>
      </div>
    </nav>
  )
}
