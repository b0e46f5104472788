/** A window that a pipeline started lasts from the full minute before; the seconds until it did are not its duration. */
export const shownMinutes = (seconds: number): number => Math.max(1, Math.floor(seconds / 60))
