import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { followTexts } from './follow.texts.ts'
import { type FollowTarget, followQuery } from './follow-queries.ts'

/** A fact that names who follows; nothing for those who may not know, who are all but the provider's staff. */
export function FollowerNames({ target }: { target: FollowTarget }) {
  const words = useTexts(followTexts)
  const followers = useQuery(followQuery(target)).data?.followers
  if (!followers) return null
  return <Fact label={words.followers}>{followers.map(({ name }) => name).join(', ') || words.noFollowers}</Fact>
}
