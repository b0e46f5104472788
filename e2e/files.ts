import type { Page } from '@playwright/test'

/** A picture of one colour, as the browser encodes it. */
export async function makePicture(page: Page, name: string, colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = fill
      pen.fillRect(0, 0, 640, 400)
    }
    return canvas.toDataURL('image/png')
  }, colour)
  return { name, mimeType: 'image/png', buffer: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64') }
}

/** Pastes a picture into what has the focus, as after copying a screenshot. */
export async function pastePicture(page: Page, picture: { buffer: Buffer }): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, picture.buffer.toString('base64'))
}
