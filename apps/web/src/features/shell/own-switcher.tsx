import { ChevronsUpDown } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import classes from './customer-switcher.module.css'
import { DropSheet } from './drop-sheet.tsx'
import { ownCustomerChooserTexts } from './own-customer-chooser.texts.ts'
import { OwnCustomerChooser } from './own-customer-chooser.tsx'

/** For someone who belongs to several customers. */
export function OwnSwitcher({ name }: { name: string }) {
  const words = useTexts(ownCustomerChooserTexts)
  const trigger = (
    <>
      <span className={classes.name}>{name}</span>
      <ChevronsUpDown size={14} aria-hidden="true" />
    </>
  )
  return (
    <DropSheet label={words.choose} side="start" trigger={trigger} triggerClassName={classes.trigger} triggerLabel={words.mine(name)}>
      <OwnCustomerChooser />
    </DropSheet>
  )
}
