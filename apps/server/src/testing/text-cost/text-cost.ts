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

type Act = () => unknown

/** Milliseconds of the processor in this thread: what else the machine does is not counted. What is at once is not awaited. */
function costOf(act: Act): number | Promise<number> {
  const before = process.threadCpuUsage()
  const spent = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const working = act()
  return working instanceof Promise ? working.then(spent) : spent()
}

async function leastCost(act: Act): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3; time += 1) least = Math.min(least, await costOf(act))
  return least
}

const repeat = (times: number, act: Act) => async () => {
  for (let done = 0; done < times; done += 1) {
    const working = act()
    if (working instanceof Promise) await working
  }
}

/** Whether a text costs more than the same amount in four pieces, measured twice. */
export const growsTooFast = async (act: (text: string) => unknown, text: TextOf): Promise<boolean> =>
  (await isInExcess(act, text)) && (await isInExcess(act, text))

async function isInExcess(act: (text: string) => unknown, text: TextOf): Promise<boolean> {
  const [quarter, whole] = [text(length / 4), text(length)]
  // The short one first, so that no one waits long for what grows faster still.
  if ((await costOf(() => act(quarter))) < floorMs / 16 && (await costOf(() => act(whole))) < floorMs) return false
  const wholeMs = await leastCost(repeat(2, () => act(whole)))
  if (wholeMs < 2 * floorMs) return false
  const ratio = wholeMs / (await leastCost(repeat(8, () => act(quarter))))
  return ratio > maxRatio
}
