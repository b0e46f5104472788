import { Link } from '@tanstack/react-router'
import { Keyboard, LifeBuoy, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { navigationFor } from '#web/navigation.ts'
import { supportLink, useBranding } from '#web/platform/branding.ts'
import { useLanguage } from '#web/platform/language.ts'
import { signOut, useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { OwnPreferences } from '#web/ui/controls/preferences.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { FeedbackRow } from './feedback-link.tsx'
import { keyboardTexts } from './keyboard-shortcuts.texts.ts'
import { NavigationLink } from './navigation-link.tsx'
import { shellTexts } from './shell.texts.ts'
import { showKeys } from './show-keys.ts'
import classes from './user-menu.module.css'

export function UserMenuPanel() {
  const words = useTexts(shellTexts)
  const keys = useTexts(keyboardTexts)
  const { user } = useSession()
  const help = supportLink(useBranding().support)
  const [tab, setTab] = useState<'menu' | 'settings'>('menu')
  return (
    <>
      <div className={classes.person}>
        <Avatar name={user.name} photo={user.profile_photo} size={36} />
        <div className={classes.names}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{user.customer_name}</span>
        </div>
      </div>
      <div className={classes.tabs}>
        {(['menu', 'settings'] as const).map((name) => (
          <button key={name} type="button" className={classes.tab} aria-pressed={tab === name} onClick={() => setTab(name)}>
            {words[name]}
          </button>
        ))}
      </div>
      <div className={classes.menu} data-open={tab === 'menu'}>
        <SmallNavigation />
      </div>
      <div className={classes.settings} data-open={tab === 'settings'}>
        <OwnPreferences />
        <Link to="/settings/profile" className={classes.more}>
          {words.allSettings}
        </Link>
      </div>
      <div className={classes.foot}>
        <DropdownItems />
        <Link to="/settings/profile" className={classes.row}>
          <Settings size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.settings}
        </Link>
        {help && (
          <a href={help} className={classes.row} target="_blank" rel="noopener noreferrer">
            <LifeBuoy size={16} strokeWidth={1.75} aria-hidden="true" />
            {words.support}
          </a>
        )}
        <button type="button" className={`${classes.row} ${classes.keyboard}`} onClick={showKeys}>
          <Keyboard size={16} strokeWidth={1.75} aria-hidden="true" />
          {keys.title}
        </button>
        <button type="button" className={classes.row} onClick={() => void signOut()}>
          <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.signOut}
        </button>
      </div>
    </>
  )
}

/** What has no place in the sidebar, on any width. */
function DropdownItems() {
  const language = useLanguage()
  const shown = useShownCustomer()
  return navigationFor(shown)
    .filter(({ isDropdownItem }) => isDropdownItem)
    .map((item) => (
      <Link key={item.key} to={item.to} params={{ customerId: shown.customerId }} className={classes.row}>
        <item.icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {item.words[language].title}
      </Link>
    ))
}

/** Where there is no room for the sidebar. */
function SmallNavigation() {
  const words = useTexts(shellTexts)
  const language = useLanguage()
  return (
    <nav aria-label={words.mainNavigation}>
      {navigationFor(useShownCustomer())
        .filter(({ isDropdownItem }) => !isDropdownItem)
        .map((item) => (
          <NavigationLink key={item.key} item={item} className={classes.row}>
            <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {item.words[language].title}
          </NavigationLink>
        ))}
      <FeedbackRow className={classes.row} />
    </nav>
  )
}
