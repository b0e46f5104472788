import { Link } from '@tanstack/react-router'
import { creationsFor } from '#web/creations.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import classes from './create-menu.module.css'

export function CreateItems() {
  const shown = useShownCustomer()
  const language = useLanguage()
  return (
    <ul className={classes.items}>
      {creationsFor(shown).map(({ key, icon: Icon, to, words: { [language]: named } }) => (
        <li key={key}>
          <Link to={to} params={{ customerId: shown.customerId }} className={classes.item}>
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <span className={classes.title}>{named.title}</span>
              <span className={classes.description}>{named.about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
