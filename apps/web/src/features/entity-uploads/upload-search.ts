export type UploadSearch = {
  /** The file that is looked at. */
  upload?: string
}

export function uploadSearch(search: Record<string, unknown>): UploadSearch {
  const { upload } = search
  return typeof upload === 'string' && /^[\da-f-]{36}$/i.test(upload) ? { upload } : {}
}
