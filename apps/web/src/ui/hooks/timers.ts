/** How long a form waits after the last change or key before it takes what was written as meant. */
export const restMilliseconds = 950

/** How long a search waits after the last key. */
export const debounceMilliseconds = 500

/** How long a pointer or the focus stays where someone may be about to open something. */
export const intentMilliseconds = 80
