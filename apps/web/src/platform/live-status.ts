const worthTellingAfterInMilliseconds = 5_000
const pollEveryInMilliseconds = 30_000

type Listeners = { tellReconnecting(isReconnecting: boolean): void; poll(): void }

/** While nothing comes by itself, asks every half minute; says so only when it has lasted longer than a hiccup. */
export function createLiveStatus({ tellReconnecting, poll }: Listeners) {
  let tellTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setInterval> | undefined

  function stopTelling() {
    clearTimeout(tellTimer)
    tellTimer = undefined
    tellReconnecting(false)
  }

  return {
    noteConnected() {
      stopTelling()
      clearInterval(pollTimer)
      pollTimer = undefined
    },
    noteLost() {
      tellTimer ??= setTimeout(() => tellReconnecting(true), worthTellingAfterInMilliseconds)
      pollTimer ??= setInterval(poll, pollEveryInMilliseconds)
    },
  }
}
