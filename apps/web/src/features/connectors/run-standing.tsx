import type { Connector, ConnectorRun } from '@vakt/contract/connectors.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, LoaderCircle } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'

const icons = {
  waiting: CircleDashed,
  running: LoaderCircle,
  succeeded: CircleCheck,
  failed: CircleAlert,
  cut_off: CircleSlash,
  off: CircleSlash,
  never: CircleDashed,
  secret: CircleAlert,
  metrics: CircleAlert,
}

/** How the latest run went, or that there will be none, and whether metrics cannot be read. */
export function RunStanding({ connector: { isEnabled, latestRun, secretUnreadableSince, metricsProblem } }: { connector: Connector }) {
  if (!isEnabled) return <Mark state="off" />
  const run = <Mark state={secretUnreadableSince ? 'secret' : (latestRun?.state ?? 'never')} />
  if (!metricsProblem) return run
  return (
    <>
      {run} <Mark state="metrics" />
    </>
  )
}

export const RunState = ({ run }: { run: ConnectorRun }) => <Mark state={run.state} />

function Mark({ state }: { state: keyof typeof icons }) {
  const words = useTexts(connectorTexts)
  const Icon = icons[state]
  return (
    <span className={styles.standing} data-state={state}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words.states[state]}
    </span>
  )
}
