/** `12.50` of a form as whole minor units. */
export const minorOf = (amount: string): number => Math.round(Number(amount) * 100)

/** Whole minor units as a form holds an amount. */
export const amountOf = (minor: number): string => (minor / 100).toFixed(2)
