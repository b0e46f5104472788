/** Its message is one clear sentence for the person who started Vakt. */
export class CannotStartDatabase extends Error {
  override name = 'CannotStartDatabase'
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file is in the way',
  ENOENT: 'the folder cannot be made there',
}

export function explainFolderError(folder: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  if (!reason) return error
  return new CannotStartDatabase(`Vakt cannot keep its database in ${folder}: ${reason}.`, { cause: error })
}
