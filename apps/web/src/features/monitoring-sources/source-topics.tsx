import type { listSourceSignals } from '@vakt/contract/monitoring-sources/source-signals.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './monitoring-sources.module.css'
import { type SourceKey, useAllowTopic } from './source-queries.ts'
import { sourceSignalTexts } from './source-signals.texts.ts'

type Topic = ResultOf<typeof listSourceSignals>['topics'][number]

/** Topics that sent to the source, of which only those are read that staff allow. */
export function SourceTopics({ sourceKey, topics }: { sourceKey: SourceKey; topics: readonly Topic[] }) {
  const words = useTexts(sourceSignalTexts)
  const allow = useAllowTopic(sourceKey)
  const stateOf = ({ allowedAt, confirmedAt }: Topic) => (confirmedAt ? 'confirmed' : allowedAt ? 'allowed' : 'asks')
  return (
    <ul className={styles.tokens}>
      {topics.map((topic) => (
        <li key={topic.topicArn} className={styles.tokenRow}>
          <div className={styles.topic}>
            <code>{topic.topicArn}</code>
            <div className={styles.dim}>{words.topicStates[stateOf(topic)]}</div>
          </div>
          {topic.allowedAt ? null : (
            <Button
              size="compact-md"
              variant="default"
              aria-label={words.allowWhat(topic.topicArn)}
              loading={allow.isPending && allow.variables === topic.topicArn}
              onClick={() =>
                void allow.mutateAsync(topic.topicArn).then(() => showToast(words.allowedNow, 'success'), failureToast(words.allowFailed))
              }
            >
              {words.allow}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
