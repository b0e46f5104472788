/** Rows of one character with another at the end: what makes a search that starts again at each place quadratic. */
const characters = [...'/. \n[](<",;:=-_*@`x0', '![', ' =']
/** What readers look for in a text before they take it apart. */
const beginnings = [
  'https://x',
  '/subscriptions/a/resourceGroups/b/providers/c/d/e',
  'arn:aws:ec2:eu-north-1:123456789012:',
  'Threshold Crossed: 1 datapoint [9',
  'severity=',
  'runbook: https://x',
]

const rowOf = (begin: string, repeated: string, length: number) =>
  `${begin}${repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length)}y`

/** A text, and a quarter of it. */
export type HostileText = { whole: string; quarter: string }

const textOf = (begin: string, repeated: string): HostileText => ({
  whole: rowOf(begin, repeated, 10_000),
  quarter: rowOf(begin, repeated, 2_500),
})

export const hostileTexts: readonly HostileText[] = [
  ...characters.map((character) => textOf('x', character)),
  ...[...'/ .\n[x'].map((character) => textOf('', character)),
  ...beginnings.flatMap((begin) => [...'/ '].map((character) => textOf(begin, character))),
]
