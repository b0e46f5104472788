import type { ProcessRun, RunState, StepState } from '@vakt/contract/processes/process-runs.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { processRunTexts } from './process-runs.texts.ts'
import styles from './run-dots.module.css'

/** Of a process of up to a hundred steps: as many as stand on one line of a list. */
const mostDots = 12

/** One dot for each step, told apart by shape as well as colour; where there are many, those around the last one that was taken. */
export function RunDots({ steps }: Pick<ProcessRun, 'steps'>) {
  const words = useTexts(processRunTexts)
  const taken = steps.findLastIndex(({ state }) => state !== 'ahead')
  const from = Math.max(0, Math.min(taken - mostDots / 2, steps.length - mostDots))
  const shown = steps.slice(from, from + mostDots)
  const current = Math.min(steps.length, Math.max(1, taken + 1))
  return (
    <span className={styles.dots}>
      <VisuallyHidden>{words.stepOf(current, steps.length)}</VisuallyHidden>
      {from > 0 ? <span aria-hidden="true">…</span> : null}
      {shown.map(({ type, state }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of a run never move
          key={from + index}
          aria-hidden="true"
          className={styles.dot}
          data-state={state}
          title={`${from + index + 1}. ${words.actions[type]}: ${words.stepStates[state]}`}
        />
      ))}
      {from + mostDots < steps.length ? <span aria-hidden="true">…</span> : null}
    </span>
  )
}

/** How a run stands, in words: one that went to its end with steps that failed says so. */
export function RunStateMark({ state, steps }: { state: RunState; steps: readonly { state: StepState }[] }) {
  const words = useTexts(processRunTexts)
  const failed = state === 'finished' ? steps.filter((step) => step.state === 'failed' || step.state === 'no_agent').length : 0
  return (
    <span className={styles.state} data-state={failed > 0 ? 'failed' : state}>
      {failed > 0 ? words.finishedWithFailed(failed) : words.states[state]}
    </span>
  )
}
