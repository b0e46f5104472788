import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type CreateItem, creationsFor } from '#web/navigation.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './create-menu.module.css'
import { DropSheet } from './drop-sheet.tsx'
import { shellTexts } from './shell.texts.ts'

export function CreateMenu() {
  const words = useTexts(shellTexts)
  const creations = creationsFor(useShownCustomer())
  if (creations.length === 0) return null
  const trigger = (
    <>
      <Plus size={16} strokeWidth={2} aria-hidden="true" />
      <span>{words.create}</span>
    </>
  )
  return (
    <DropSheet label={words.create} trigger={trigger} triggerClassName={classes.trigger}>
      <ul className={classes.items}>
        {creations.map((item) => (
          <li key={item.key}>
            <Creation item={item} />
          </li>
        ))}
      </ul>
    </DropSheet>
  )
}

function Creation({ item }: { item: CreateItem }) {
  const { customerId } = useShownCustomer()
  const { title, about } = useTexts(item.words)
  const inside = (
    <>
      <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <span className={classes.title}>{title}</span>
        <span className={classes.description}>{about}</span>
      </span>
    </>
  )
  if (item.to) {
    return (
      <Link to={item.to} params={{ customerId }} className={classes.item}>
        {inside}
      </Link>
    )
  }
  return (
    <button type="button" className={classes.item} onClick={item.onClick} data-closes>
      {inside}
    </button>
  )
}
