import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MonitoredFolder } from '@vakt/contract/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agent-protocol.ts'

/** Beyond these a folder is not read to its end; what is reported is then a lower bound, and says so. */
const limits = { entries: 1_000_000, sizes: 100_000, milliseconds: 10_000 }

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
  let [entries, count, bytes, oldest, isCut] = [0, 0, 0, now.getTime(), false]
  for await (const entry of await opendir(folderPath, { bufferSize: 1024 })) {
    entries += 1
    if (entries > bounds.entries || performance.now() - started > bounds.milliseconds) {
      isCut = true
      break
    }
    if (!entry.isFile() || !fitsMask(entry.name, fileMask)) continue
    if (count >= bounds.sizes) {
      count += 1
      isCut = true
      continue
    }
    // A file may be taken away while its folder is read.
    const stat = await lstat(join(folderPath, entry.name)).catch(() => null)
    if (!stat) continue
    count += 1
    bytes += stat.size
    oldest = Math.min(oldest, stat.mtimeMs)
  }
  const dimensions = { folder: folderPath.slice(0, 300), mask: fileMask }
  return [
    { metric: 'vakt.folder.files', unit: null, dimensions, value: count },
    { metric: 'vakt.folder.size', unit: 'By', dimensions, value: bytes },
    { metric: 'vakt.folder.oldest_age', unit: 's', dimensions, value: Math.max(0, (now.getTime() - oldest) / 1000) },
    ...(isCut ? [{ metric: 'vakt.folder.cut', unit: null, dimensions, value: 1 }] : []),
  ]
}
