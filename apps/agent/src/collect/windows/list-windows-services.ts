import type { Service } from '#agent/machine.ts'

const running = 4
const stopped = 1

/** The states by their numbers in what `sc query` wrote: the words beside them are in the language of Windows. */
export function parseServices(text: string): Service[] {
  return text.split(/(?=^SERVICE_NAME:)/m).flatMap((part) => {
    const name = /^SERVICE_NAME:[ \t]*(.+?)\s*$/m.exec(part)?.[1]?.slice(0, 256)
    const state = parseServiceState(part)
    return name === undefined || state === undefined
      ? []
      : [{ name, state: state === running ? 'running' : state === stopped ? 'stopped' : 'other' }]
  })
}

/** The second line with a number is the state: the first is the type. */
export function parseServiceState(text: string): number | undefined {
  const [, state] = [...text.matchAll(/^\s+\S[^:\n]*:\s+([0-9A-F]+)\s/gm)]
  return state?.[1] === undefined ? undefined : Number(state[1])
}
