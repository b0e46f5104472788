const maxKept = 50
const kept = new Map<string, string>()

/**
 * Sends a request with an Idempotency-Key. Sent again after no answer or a fault of the server, the same request has the same key, so that it
 * is carried out once; after an answer it gets a new one.
 */
export async function withIdempotencyKey<T>(
  request: string,
  { send, isAnswer }: { send: (key: string) => Promise<T>; isAnswer: (error: unknown) => boolean },
): Promise<T> {
  const key = kept.get(request) ?? crypto.randomUUID()
  const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(request, key)
  try {
    const answer = await send(key)
    kept.delete(request)
    return answer
  } catch (error) {
    if (isAnswer(error)) kept.delete(request)
    throw error
  }
}
