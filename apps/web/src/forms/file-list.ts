export type FileLimits = { accept: string; maxFiles: number; maxBytes: number }

export type FileRefusal = { reason: 'too-large' | 'too-many' | 'wrong-kind'; name: string }

export const usualFileLimits: FileLimits = { accept: 'image/*', maxFiles: 5, maxBytes: 4 * 1024 * 1024 }

function isAccepted(file: File, accept: string): boolean {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase())
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
    return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind
  })
}

/** Adds what the limits allow; the first refusal of each kind says what they did not. */
export function addFiles(files: readonly File[], added: readonly File[], limits: FileLimits) {
  const kept = [...files]
  const refusals: FileRefusal[] = []
  const refuse = (reason: FileRefusal['reason'], { name }: File) => {
    if (!refusals.some((refusal) => refusal.reason === reason)) refusals.push({ reason, name })
  }
  for (const file of added) {
    if (limits.accept && !isAccepted(file, limits.accept)) refuse('wrong-kind', file)
    else if (file.size > limits.maxBytes) refuse('too-large', file)
    else if (kept.length >= limits.maxFiles) refuse('too-many', file)
    else kept.push(file)
  }
  return { files: kept, refusals }
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }

/** The images of a clipboard, named by the moment and by what they are; other things are left where they were. */
export function pastedImages(pasted: readonly File[], now: Date): File[] {
  const moment = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return pasted.flatMap((file, index) => {
    const extension = extensions[file.type]
    const name = `pasted-${moment}${index === 0 ? '' : `-${index + 1}`}.${extension}`
    return extension ? [new File([file], name, { type: file.type })] : []
  })
}

/** The files under names that none of the others has: a text that shows pictures tells them apart by these. */
export function withFreeNames(added: readonly File[], files: readonly File[]): File[] {
  const taken = new Set(files.map(({ name }) => name))
  return added.map((file) => {
    const [, stem = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(file.name) ?? []
    let name = file.name
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}${ending}`
    taken.add(name)
    return name === file.name ? file : new File([file], name, { type: file.type })
  })
}

/** `4 MB`, `512 kB`. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${Math.max(Math.round(bytes / 1024), 1)} kB`
}
