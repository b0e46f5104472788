import type { ReadableName } from '@vakt/domain/readable-names/readable-name.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { noteFailure } from '#web/platform/note-failure.ts'

type Catalogues = {
  type: (type: string, subtype?: string | null) => ReadableName | null
  region: (region: string) => ReadableName | null
  state: (state: string) => ReadableName | null
  source: (source: string) => ReadableName | null
}

export type ReadableNames = { [Key in keyof Catalogues]: (...named: Parameters<Catalogues[Key]>) => string }

/** Without the catalogues: the last part of a type, and every other word as it came. */
const unread: Catalogues = {
  type: (type) => ({ en: type.split('/').at(-1) ?? type, sv: type.split('/').at(-1) ?? type }),
  region: () => null,
  state: () => null,
  source: () => null,
}

let catalogues = unread
let isAskedFor = false
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  const [types, regions, states, sources] = await Promise.all([
    import('@vakt/domain/readable-names/resource-type-names.ts'),
    import('@vakt/domain/readable-names/region-names.ts'),
    import('@vakt/domain/readable-names/state-names.ts'),
    import('@vakt/domain/readable-names/source-names.ts'),
  ])
  const type: Catalogues['type'] = (name, subtype) => types.resourceTypeName(name, subtype) ?? unread.type(name)
  catalogues = { type, region: regions.regionName, state: states.stateName, source: sources.sourceName }
  for (const listener of listeners) listener()
}

/** Fetches the catalogues, a file of their own, once. */
function loadReadableNames(): void {
  if (isAskedFor) return
  isAskedFor = true
  load().catch((error: unknown) => {
    isAskedFor = false
    noteFailure('readable names', error)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What types, regions, states and sources are called in the language of the interface. A word that no catalogue knows stays as it is. */
export function useReadableNames(): ReadableNames {
  const known = useSyncExternalStore(subscribe, () => catalogues)
  const language = useLanguage()
  useEffect(loadReadableNames, [])
  return useMemo(
    () => ({
      type: (type, subtype) => known.type(type, subtype)?.[language] ?? type,
      region: (region) => known.region(region)?.[language] ?? region,
      state: (state) => known.state(state)?.[language] ?? state,
      source: (source) => known.source(source)?.[language] ?? source,
    }),
    [known, language],
  )
}
