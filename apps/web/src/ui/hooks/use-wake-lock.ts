import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can; asked for again whenever the page comes back in sight. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on a low battery, for example: the screen then does as it is set to.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void given?.release()
      else lock = given
    }
    const askAgain = () => void ask()
    askAgain()
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', askAgain)
      void lock?.release()
    }
  }, [])
}
