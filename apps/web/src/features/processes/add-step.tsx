import type { ActionType } from '@vakt/contract/processes/process-actions.ts'
import { Plus } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import styles from './process-form.module.css'
import { processFormTexts } from './process-form.texts.ts'

type AddStepProps = {
  /** Which number the step will have. */
  place: number
  isLast: boolean
  isOff: boolean
  onAdd: (type: ActionType) => void
}

/** A plus between two cards, or the button below the last one; both open the kinds of steps. */
export function AddStep({ place, isLast, isOff, onAdd }: AddStepProps) {
  const words = useTexts(processFormTexts)
  const icon = <Plus size={14} aria-hidden="true" />
  if (isOff)
    return isLast ? (
      <Button variant="default" disabled leftSection={icon}>
        {words.addStep}
      </Button>
    ) : null
  const types = Object.keys(words.actions) as ActionType[]
  return (
    <div className={isLast ? styles.addLast : styles.addBetween}>
      <MenuButton
        fromStart
        label={isLast ? words.addStep : ''}
        icon={icon}
        variant={isLast ? 'default' : 'subtle'}
        size={isLast ? 'sm' : 'compact-sm'}
        {...(isLast ? {} : { ariaLabel: words.addStepHere(place) })}
        items={types.map((type) => ({ key: type, label: words.actions[type], onChoose: () => onAdd(type) }))}
      />
    </div>
  )
}
