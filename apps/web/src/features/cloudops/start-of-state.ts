import type { CloudOpsVersion } from '@vakt/contract/cloudops.ts'

/** The version with which the state of now began: later ones changed hours or price. `versions` has the latest first; null while it is not known. */
export function startOfState(
  versions: readonly CloudOpsVersion[] | undefined,
  { version, state }: Pick<CloudOpsVersion, 'version' | 'state'>,
): CloudOpsVersion | null {
  const known = versions?.filter((one) => one.version <= version) ?? []
  const end = known.findIndex((one) => one.state !== state)
  return (end === -1 ? known.at(-1) : known[end - 1]) ?? null
}
