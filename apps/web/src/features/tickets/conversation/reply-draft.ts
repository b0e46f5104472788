import { useRef, useState } from 'react'
import type { Mentioned } from './mention-text.ts'

/** What someone has begun to write, and for whom: a private text must never come back as a public one. */
export type ReplyDraft = { text: string; isPrivate: boolean; people: Mentioned[] }

const empty: ReplyDraft = { text: '', isPrivate: false, people: [] }

function readDraft(name: string): ReplyDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<ReplyDraft> | null
    if (typeof kept?.text !== 'string') return empty
    return { text: kept.text, isPrivate: kept.isPrivate === true, people: Array.isArray(kept.people) ? kept.people : [] }
  } catch {
    return empty
  }
}

function keepDraft(name: string, draft: ReplyDraft): void {
  try {
    if (draft.text) localStorage.setItem(name, JSON.stringify(draft))
    else localStorage.removeItem(name)
  } catch {
    // Storage may be full or switched off: the text on the screen is not touched by that.
  }
}

/** Each person's own draft for each ticket: it outlives the browser, and goes at sign-out with all that Vakt keeps of them. */
export function useReplyDraft(owner: string, ticketId: string): [ReplyDraft, (change: Partial<ReplyDraft>) => void] {
  const name = `vakt.reply.${owner}.${ticketId}`
  const [draft, setDraft] = useState(() => readDraft(name))
  const latest = useRef(draft)
  return [
    draft,
    (change) => {
      latest.current = { ...latest.current, ...change }
      // Here, and not as the state is set: what was sent is forgotten also when the page has been left meanwhile.
      keepDraft(name, latest.current)
      setDraft(latest.current)
    },
  ]
}
