const maxKept = 50
/** After this the same request is a new wish. */
const keptMs = 10 * 60_000

type Kept = { key: string; about: string; at: number }
const kept = new Map<string, Kept>()

function keyOf(request: string, about: string): string {
  const known = kept.get(request)
  if (known && Date.now() - known.at < keptMs) return known.key
  const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  const key = crypto.randomUUID()
  kept.set(request, { key, about, at: Date.now() })
  return key
}

/** Something else was changed about the same thing: what was sent before and not answered would now be a new wish. */
function forgetOthers(request: string, about: string): void {
  for (const [other, entry] of kept) if (other !== request && entry.about === about) kept.delete(other)
}

/**
 * Sends a request with an Idempotency-Key. Sent again after no answer or a fault of the server, the same request has the same key, so that it
 * is carried out once; after an answer it gets a new one. `about` names what it changes.
 */
export async function withIdempotencyKey<T>(
  { request, about }: { request: string; about: string },
  { send, isAnswer }: { send: (key: string) => Promise<T>; isAnswer: (error: unknown) => boolean },
): Promise<T> {
  const key = keyOf(request, about)
  try {
    const answer = await send(key)
    kept.delete(request)
    forgetOthers(request, about)
    return answer
  } catch (error) {
    if (isAnswer(error)) kept.delete(request)
    throw error
  }
}

/** After a change that was made without a key. */
export const forgetKeysAbout = (about: string): void => forgetOthers('', about)
