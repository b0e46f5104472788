/** Before another key can come, as the library's own way would let one; but once it has noted what is to have the focus again afterwards. */
export const focusSoon = (field: HTMLElement | null) => queueMicrotask(() => field?.focus({ preventScroll: true }))
