import type { ResourceLimit } from '@vakt/contract/users/users.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { tagText } from '#web/shared/entities/tag-text.ts'
import styles from './limit-line.module.css'
import { resourceLimitTexts } from './resource-limit.texts.ts'

/** To people who are limited to some of the customer's resources: to which. */
export function LimitLine() {
  const { user } = useSession()
  return user.resource_limit ? <Line limit={user.resource_limit} /> : null
}

function Line({ limit: { tags, resourceGroups } }: { limit: ResourceLimit }) {
  const words = useTexts(resourceLimitTexts)
  const either = new Intl.ListFormat(useFormat().locale, { type: 'disjunction' })
  return <p className={styles.line}>{words.youSee(either.format(tags.map(tagText)), either.format(resourceGroups))}</p>
}
