import { Link } from '@tanstack/react-router'
import { creationsFor, searchOfCreation } from '#web/creations.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import classes from './create-menu.module.css'

export function CreateItems() {
  const shown = useShownCustomer()
  const language = useLanguage()
  return (
    <ul className={classes.items}>
      {creationsFor(shown).map((item) => (
        <li key={item.key}>
          <Link to={item.to} params={{ customerId: shown.customerId }} search={searchOfCreation(item, shown)} className={classes.item}>
            <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <span className={classes.title}>{item.words[language].title}</span>
              <span className={classes.description}>{item.words[language].about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
