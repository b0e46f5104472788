import type { Dir, Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MonitoredFolder } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'

/**
 * Beyond these a folder is not read to its end; what is reported is then a lower bound, and says so. Sizes get a part of the time, for they take
 * the most, so that there is enough to count the names of 1,000,000 files.
 */
const limits = { entries: 1_000_000, sizes: 100_000, sizeMilliseconds: 2000, milliseconds: 10_000 }

/** Names that are read at once, between which other work gets its turn. */
const namesAtOnce = 1024

/** What the system gave at once is taken from the buffer of the folder without waiting for each name. */
async function readNames(folder: Dir): Promise<Dirent[]> {
  const names: Dirent[] = []
  for (let entry = await folder.read(); entry; entry = names.length < namesAtOnce ? folder.readSync() : null) names.push(entry)
  return names
}

/** Whether a name fits a mask with `*` and `?`: only the last star is tried again, so that no mask takes long. */
export function fitsMask(name: string, mask: string): boolean {
  let [inName, inMask, star, retry] = [0, 0, -1, 0]
  while (inName < name.length) {
    if (mask[inMask] === '*') {
      star = inMask
      inMask += 1
      retry = inName
    } else if (mask[inMask] === '?' || mask[inMask] === name[inName]) {
      inMask += 1
      inName += 1
    } else if (star >= 0) {
      inMask = star + 1
      retry += 1
      inName = retry
    } else return false
  }
  while (mask[inMask] === '*') inMask += 1
  return inMask === mask.length
}

/**
 * Counts the files of one folder that fit its mask; links and folders within are passed over. Of a large folder only the names are read, and the
 * sizes and ages of the first files; `vakt.folder.cut` says that there are more.
 */
export async function checkFolder({ folderPath, fileMask }: MonitoredFolder, now: Date, bounds = limits): Promise<AgentPoint[]> {
  const started = performance.now()
  const isLate = (milliseconds: number) => performance.now() - started > milliseconds
  let [entries, count, bytes, oldest, isWhole, hasSizes] = [0, 0, 0, now.getTime(), true, true]
  const addFile = async (name: string) => {
    // A file may be taken away while its folder is read.
    const stat = await lstat(join(folderPath, name)).catch(() => null)
    if (!stat) return
    count += 1
    bytes += stat.size
    oldest = Math.min(oldest, stat.mtimeMs)
  }
  const folder = await opendir(folderPath, { bufferSize: namesAtOnce })
  try {
    for (let names = await readNames(folder); isWhole && names.length > 0; names = await readNames(folder)) {
      const read = names.slice(0, bounds.entries - entries)
      entries += read.length
      for (const entry of read) {
        if (!entry.isFile() || !fitsMask(entry.name, fileMask)) continue
        hasSizes &&= count < bounds.sizes && !isLate(bounds.sizeMilliseconds)
        if (hasSizes) await addFile(entry.name)
        else count += 1
      }
      isWhole = read.length === names.length && !isLate(bounds.milliseconds)
    }
  } finally {
    await folder.close()
  }
  const dimensions = { folder: folderPath.slice(0, 300), mask: fileMask }
  return [
    { metric: 'vakt.folder.files', unit: null, dimensions, value: count },
    { metric: 'vakt.folder.size', unit: 'By', dimensions, value: bytes },
    { metric: 'vakt.folder.oldest_age', unit: 's', dimensions, value: Math.max(0, (now.getTime() - oldest) / 1000) },
    ...(isWhole && hasSizes ? [] : [{ metric: 'vakt.folder.cut', unit: null, dimensions, value: 1 }]),
  ]
}
