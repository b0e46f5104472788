import { largestPhotoInBytes } from '@vakt/contract/users/session.ts'
import { Invalid } from '#server/platform/errors.ts'
import { makeSmallPicture } from '#server/platform/small-picture.ts'

/** A data URL, sent by `userId`, made small and square. Throws Invalid when what is in it is no picture, whatever it says of itself. */
export async function shrinkPhoto(property: string, dataUrl: string, userId: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length > largestPhotoInBytes)
    throw Invalid.field(property, 'The photo must not be larger than 4 MB.', 'profile_photo.too_large')
  const small = await makeSmallPicture(bytes, userId)
  if (!small)
    throw Invalid.field(property, 'This is no picture that can be shown. Choose a JPEG, PNG, GIF or WebP.', 'profile_photo.no_image')
  return `data:image/webp;base64,${small.toString('base64')}`
}
