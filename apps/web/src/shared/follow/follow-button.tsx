import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { followTexts } from './follow.texts.ts'
import { type FollowTarget, followQuery, useFollow } from './follow-queries.ts'

/** *Follow*, or *Following* for who does; says in a toast what a new follower will hear of. */
export function FollowButton({ target, size = 'sm' }: { target: FollowTarget; size?: 'sm' | 'compact-sm' }) {
  const words = useTexts(followTexts)
  const query = useQuery(followQuery(target))
  const follow = useFollow()
  const isFollowing = (follow.isPending ? follow.variables.isFollowing : query.data?.isFollowing) ?? false
  const Icon = isFollowing ? BellRing : Bell

  function toggle() {
    const wanted = !isFollowing
    follow.mutate(
      { target, isFollowing: wanted },
      {
        onSuccess: () => (wanted ? showToast(words.willTell[target.kind], 'success') : undefined),
        onError: failureToast({ failed: words.failed, messages: { 'follow.too_many': words.tooMany } }),
      },
    )
  }
  return (
    <Button
      variant="default"
      size={size}
      aria-pressed={isFollowing}
      disabled={query.isPending}
      leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={toggle}
    >
      {isFollowing ? words.following : words.follow}
    </Button>
  )
}
