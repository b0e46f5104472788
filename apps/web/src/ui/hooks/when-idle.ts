/** Acts when the browser has nothing else to do, and calls that off by what it returns. */
export const whenIdle: (act: () => void) => () => void =
  'requestIdleCallback' in globalThis
    ? (act) => {
        const request = requestIdleCallback(act)
        return () => cancelIdleCallback(request)
      }
    : (act) => {
        const timer = setTimeout(act, 50)
        return () => clearTimeout(timer)
      }
