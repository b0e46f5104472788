/** What a step of work on points takes at once: a few milliseconds. */
export const pointsPerStep = 32_768

/**
 * The places of the keys in their order, in steps of a few milliseconds each; of equal ones the first stands first. Merged by and by: the sort of
 * the language takes a second for a million, and holds the process for as long.
 */
export function* sortInSteps(keys: Float64Array): Generator<undefined, Uint32Array, undefined> {
  const count = keys.length
  let from = new Uint32Array(count)
  for (let i = 0; i < count; i++) from[i] = i
  let to = new Uint32Array(count)
  let sinceStep = 0
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, count), Math.min(start + 2 * width, count)]
      for (let left = start, right = middle, at = start; at < end; at++) {
        if (++sinceStep === pointsPerStep) {
          sinceStep = 0
          yield
        }
        const isLeft = left < middle && (right >= end || (keys[from[left] as number] as number) <= (keys[from[right] as number] as number))
        to[at] = from[isLeft ? left++ : right++] as number
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
