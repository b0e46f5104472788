import type { TicketChange, TicketComment, TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'

export type StoryItem =
  | { kind: 'comment'; at: string; comment: TicketComment }
  /** What one author changed at one time. */
  | { kind: 'changes'; at: string; author: string; bySystem: boolean; changes: TicketChange[] }

const minute = 60_000

/** Comments and changes as they happened, oldest first; changes by one author within a minute stand together where nothing was said between them. */
export function buildTicketStory({ comments, history }: Pick<TicketDetails, 'comments' | 'history'>): StoryItem[] {
  const items: StoryItem[] = [
    ...comments.map((comment): StoryItem => ({ kind: 'comment', at: comment.created, comment })),
    ...history.map(
      (change): StoryItem => ({ kind: 'changes', at: change.at, author: change.author, bySystem: change.bySystem, changes: [change] }),
    ),
  ]
  items.sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || Number(one.kind === 'changes') - Number(other.kind === 'changes'))
  const story: StoryItem[] = []
  for (const item of items) {
    const last = story.at(-1)
    const isTogether =
      item.kind === 'changes' &&
      last?.kind === 'changes' &&
      last.author === item.author &&
      Date.parse(item.at) - Date.parse(last.at) < minute
    if (isTogether) last.changes.push(...item.changes)
    else story.push(item)
  }
  return story
}
