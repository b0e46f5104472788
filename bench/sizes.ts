/** The suite tries each part with tiny sizes: whether it still runs, not how fast. */
export const isTrial = process.env.BENCH_TRIAL === '1'

/** `size` where something is measured, `tiny` where the part is only tried. */
export const sized = (size: number, tiny: number): number => (isTrial ? tiny : size)
