import type { TicketChange, TicketComment, TicketDetails } from '@vakt/contract/tickets.ts'

export type StoryItem =
  | { kind: 'comment'; at: string; comment: TicketComment }
  /** What one author changed at one time. */
  | { kind: 'changes'; at: string; author: string; bySystem: boolean; changes: TicketChange[] }

/** Comments and changes as they happened, oldest first; changes by the same author within the same minute stand together. */
export function buildTicketStory({ comments, history }: Pick<TicketDetails, 'comments' | 'history'>): StoryItem[] {
  const items: StoryItem[] = comments.map((comment) => ({ kind: 'comment', at: comment.created, comment }))
  for (const change of history) {
    const last = items.at(-1)
    const isTogether =
      last?.kind === 'changes' && last.author === change.author && Math.abs(Date.parse(change.at) - Date.parse(last.at)) < 60_000
    if (isTogether) last.changes.push(change)
    else items.push({ kind: 'changes', at: change.at, author: change.author, bySystem: change.bySystem, changes: [change] })
  }
  return items.sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || Number(one.kind === 'changes') - Number(other.kind === 'changes'),
  )
}
