const latelyMilliseconds = 24 * 3_600_000

/** `none`: nothing is connected; `silent`: nothing arrived in the past 24 hours. Health is known of `current` only. */
export type Reception = 'none' | 'silent' | 'current'

export function receptionOf(
  { isConnected, lastReceivedAt }: { isConnected: boolean; lastReceivedAt: string | null },
  now: number,
): Reception {
  if (!isConnected) return 'none'
  return lastReceivedAt !== null && now - Date.parse(lastReceivedAt) < latelyMilliseconds ? 'current' : 'silent'
}
