import type { ChecklistState } from '@vakt/contract/customers/checklists.ts'
import { Circle, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'

const icons = { todo: Circle, waiting: CircleDashed, done: CircleCheck }

type ChecklistStepProps = {
  level: 'h2' | 'h4'
  title: string
  state: ChecklistState
  sentence: string
  actions?: ReactNode
  children?: ReactNode
}

/** One step of a list: its state as a mark and a word, one sentence, what can be done, and below what a test found. */
export function ChecklistStep({ level: Heading, title, state, sentence, actions, children }: ChecklistStepProps) {
  const words = useTexts(checklistTexts)
  const Icon = icons[state]
  return (
    <li className={styles.step} data-state={state}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={styles.mark} />
      <div className={styles.about}>
        <Heading>
          {title}
          <VisuallyHidden>: {words.states[state]}</VisuallyHidden>
        </Heading>
        <p>{sentence}</p>
        {children}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </li>
  )
}
