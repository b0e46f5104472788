/** 1:a, 2:a, 3:e, 21:a, 22:a, 31:a. */
export const swedishOrdinal = (n: number): string => `${n}:${(n % 10 === 1 || n % 10 === 2) && n !== 11 && n !== 12 ? 'a' : 'e'}`
