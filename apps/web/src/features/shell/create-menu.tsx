import { customerChoiceAccess, type FeatureKey } from '@vakt/contract/features.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { screen } from '#web/platform/screen.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './create-menu.module.css'
import { DropSheet } from './drop-sheet.tsx'
import { shellTexts } from './shell.texts.ts'

const CreateItems = screen(() => import('./create-items.tsx').then((module) => module.CreateItems))
const prepare = () => void CreateItems.preload()

const creating: FeatureKey[] = ['@feature.tickets.write', '@feature.myenvironment.write', '@feature.servicewindow.write']

export function CreateMenu() {
  const words = useTexts(shellTexts)
  const { can, isProvider } = useShownCustomer()
  // Where none is shown, each form asks for the customer first.
  if (!creating.some((feature) => can([feature])) || (isProvider && !can(customerChoiceAccess))) return null
  const trigger = (
    <>
      <Plus size={16} strokeWidth={2} aria-hidden="true" />
      <span>{words.create}</span>
    </>
  )
  return (
    <DropSheet label={words.create} trigger={trigger} triggerClassName={classes.trigger} onIntent={prepare}>
      <Suspense>
        <CreateItems />
      </Suspense>
    </DropSheet>
  )
}
