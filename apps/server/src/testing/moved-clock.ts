/** For the context of a worker: the clocks of its process and of the database show this. */
export const clockAt = (now: Date) => ({ now, clockShiftMs: now.getTime() - Date.now() })
