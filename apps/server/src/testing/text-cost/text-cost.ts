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

export type TextOf = (length: number) => string

const textOf =
  (begin: string, repeated: string): TextOf =>
  (length) =>
    `${begin}${repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length)}y`

export const hostileTexts: readonly TextOf[] = [
  ...characters.map((character) => textOf('x', character)),
  ...[...'/ .\n[x'].map((character) => textOf('', character)),
  ...beginnings.flatMap((begin) => [...'/ '].map((character) => textOf(begin, character))),
]

const length = 10_000
/** What is cheaper than this with the whole text is not looked at: the square of 10,000 steps takes longer. */
const floorMs = 20
/** As much text in pieces of a quarter: what is in proportion to the text costs the same, what grows with its square a quarter. */
const maxRatio = 2.5

/** Milliseconds of the processor in this thread: what else the machine does is not counted. */
function costOf(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const leastCost = (act: () => void) => Math.min(...Array.from({ length: 3 }, () => costOf(act)))

const repeat = (times: number, act: () => void) => () => {
  for (let done = 0; done < times; done += 1) act()
}

/** Whether a text costs more than the same amount in four pieces, measured twice. */
export const growsTooFast = (act: (text: string) => void, text: TextOf): boolean => isInExcess(act, text) && isInExcess(act, text)

function isInExcess(act: (text: string) => void, text: TextOf): boolean {
  const [quarter, whole] = [text(length / 4), text(length)]
  // The short one first, so that no one waits long for what grows faster still.
  if (costOf(() => act(quarter)) < floorMs / 16 && costOf(() => act(whole)) < floorMs) return false
  const wholeMs = leastCost(repeat(2, () => act(whole)))
  if (wholeMs < 2 * floorMs) return false
  const ratio = wholeMs / leastCost(repeat(8, () => act(quarter)))
  return ratio > maxRatio
}
