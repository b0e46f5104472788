import { largestPhotoInBytes } from '@vakt/contract/users/session.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

export type PictureProblem = 'profile_photo.too_large' | 'profile_photo.no_image'

/** What is wrong with a file before it is sent; null when nothing is. */
export function findPictureProblem({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | null {
  if (!pictureTypes.includes(type) || size === 0) return 'profile_photo.no_image'
  return size > largestPhotoInBytes ? 'profile_photo.too_large' : null
}

export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
