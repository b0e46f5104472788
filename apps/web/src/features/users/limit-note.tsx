import type { ResourceLimit } from '@vakt/contract/users/users.ts'
import { useTexts } from '#web/platform/texts.ts'
import { resourceLimitTexts } from '#web/shared/access/resource-limit.texts.ts'
import { tagText } from '#web/shared/entities/tag-text.ts'
import styles from './users.module.css'

/** In a row of a list: the resources that someone is limited to. */
export function LimitNote({ limit }: { limit: ResourceLimit | null }) {
  const words = useTexts(resourceLimitTexts)
  return limit ? (
    <span className={styles.limit}>{words.limitedTo([...limit.tags.map(tagText), ...limit.resourceGroups].join(', '))}</span>
  ) : null
}

/** On a phone, where a row has no room for the resources: that someone is limited to some. The panel of the user says which. */
export function LimitMark({ limit }: { limit: ResourceLimit | null }) {
  const words = useTexts(resourceLimitTexts)
  return limit ? <span className={styles.limitMark}>, {words.limited}</span> : null
}
