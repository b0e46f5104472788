import type { RunStep } from '@vakt/contract/processes/process-runs.ts'
import { describeAction, describeValue } from '@vakt/domain/processes/describe-action.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { processRunTexts } from '#web/shared/process-runs/process-runs.texts.ts'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { processRunPageTexts } from './process-run-page.texts.ts'
import styles from './run-flow.module.css'

/** The steps of a run from top to bottom, each with what happened. */
export function RunFlow({ steps, waitsUntil }: { steps: RunStep[]; waitsUntil: string | null }) {
  return (
    <ol className={styles.flow}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps of a run never move
        <li key={index} className={styles.card} data-state={step.state}>
          <StepCard step={step} waitsUntil={waitsUntil} />
        </li>
      ))}
    </ol>
  )
}

const secondsOf = (milliseconds: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(milliseconds / 1000)

const isCurrent = ({ state }: RunStep) => state === 'waiting' || state === 'held'

function StepCard({ step, waitsUntil }: { step: RunStep; waitsUntil: string | null }) {
  const words = { ...useTexts(processRunTexts), ...useTexts(processRunPageTexts) }
  const format = useFormat()
  const language = useLanguage()
  const { state, endedAt, before, after, subject, text, names, results } = step
  const write = (value: string) => describeValue(step.action.type, value, language)
  const until = isCurrent(step) && waitsUntil ? ` ${words.until(format.exact(waitsUntil))}` : ''
  return (
    <>
      <p className={styles.head}>
        <strong className={styles.what}>{describeAction(step.action, language)}</strong>
        <span className={styles.state} data-state={state}>
          {words.stepStates[state]}
          {until}
        </span>
        {endedAt ? (
          <time dateTime={endedAt} title={format.exact(endedAt)} className={styles.dim}>
            {clockOf(format.exact(endedAt))}
          </time>
        ) : null}
      </p>
      <Reason step={step} />
      {after ? <p className={styles.dim}>{words.changed(write(before ?? ''), write(after))}</p> : null}
      {results.length > 0 ? (
        results.map((one) => (
          <p key={one.name} className={styles.dim}>
            {words.acted(one.name, one.before, one.after, secondsOf(one.milliseconds, format.locale))}
            {one.exitCode === null ? null : words.exitCode(one.exitCode)}
          </p>
        ))
      ) : names.length > 0 ? (
        <p className={styles.dim}>{names.join(', ')}</p>
      ) : null}
      <Recipients step={step} />
      {subject || (text && step.reason !== 'by_person') ? (
        <details className={styles.text}>
          <summary>{subject ?? words.text}</summary>
          <p>{text}</p>
        </details>
      ) : null}
    </>
  )
}

function Reason({ step: { reason, text } }: { step: RunStep }) {
  const { reasons } = useTexts(processRunPageTexts)
  if (!reason) return null
  const said = reasons[reason] ?? reason
  return <p className={styles.dim}>{reason === 'by_person' ? `${said} ${text ?? ''}` : said}</p>
}

/** To whom it went, and how far each came. */
function Recipients({ step: { recipients, deliveries, reason } }: { step: RunStep }) {
  const { reasons, deliveryStates } = useTexts(processRunPageTexts)
  if (recipients.length === 0) return null
  return (
    <ul className={styles.people}>
      {recipients.map(({ name, address, problem }) => {
        const delivery = deliveries.find((one) => one.address.toLowerCase() === address.toLowerCase())
        // What is the reason of the whole step is said once.
        const told = problem === reason ? null : problem
        const said = told ? (reasons[told] ?? told) : delivery ? deliveryStates[delivery.state] : null
        return (
          <li key={`${name} ${address}`}>
            <bdi>{name === address || address === '' ? name || address : `${name} (${address})`}</bdi>
            {said ? <span className={styles.dim}> · {said}</span> : null}
          </li>
        )
      })}
    </ul>
  )
}
