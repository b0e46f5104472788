export type ToastKind = 'info' | 'success' | 'failure'

export type ToastOptions = {
  /** How long it stays, where that is not what its kind says. */
  milliseconds?: number
  /** Whether it has a button that closes it; else it goes by itself alone. */
  isClosable?: boolean
}

const milliseconds = { info: 4000, success: 3000, failure: 5000 }
const colors = { info: 'gray', success: 'accent', failure: 'red' } as const

/** How long a toast stays and how it is shown: a failure interrupts, everything else waits until it is its turn to be read out. */
export function toastOptions(kind: ToastKind, options: ToastOptions = {}) {
  return {
    autoClose: options.milliseconds ?? milliseconds[kind],
    color: colors[kind],
    role: kind === 'failure' ? 'alert' : 'status',
    withCloseButton: options.isClosable ?? true,
  }
}
