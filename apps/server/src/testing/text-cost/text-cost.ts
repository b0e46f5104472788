import type { HostileText } from './hostile-texts.ts'

/** What is cheaper than this with the whole text is not looked at: the square of 10,000 steps takes longer. */
const floorMs = 20
/** As much text in pieces of a quarter: what is in proportion to the text costs the same, what grows with its square a quarter. */
const maxRatio = 2.5

type Act = () => unknown

/**
 * Milliseconds of the processor in this thread: what else the machine does is not counted. The clock of the wall is read faster and shows no less,
 * so that it is enough where it shows few. What is at once is not awaited.
 */
function costOf(act: Act): number | Promise<number> {
  const begun = performance.now()
  const before = process.threadCpuUsage()
  const spent = () => {
    const wallMs = performance.now() - begun
    if (wallMs < floorMs / 16) return wallMs
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

/** Whether a text costs more than the same amount in four pieces. What looks like it once is measured again, twice. */
export async function growsTooFast(act: (text: string) => unknown, { whole, quarter }: HostileText): Promise<boolean> {
  const ofWhole = costOf(() => act(whole))
  const onceMs = ofWhole instanceof Promise ? await ofWhole : ofWhole
  if (onceMs < floorMs || onceMs < 1.5 * (await costOf(repeat(4, () => act(quarter))))) return false
  return (await isInExcess(act, { whole, quarter })) && (await isInExcess(act, { whole, quarter }))
}

async function isInExcess(act: (text: string) => unknown, { whole, quarter }: Pick<HostileText, 'whole' | 'quarter'>): Promise<boolean> {
  const wholeMs = await leastCost(repeat(2, () => act(whole)))
  if (wholeMs < 2 * floorMs) return false
  return wholeMs / (await leastCost(repeat(8, () => act(quarter)))) > maxRatio
}
