import { expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** Focuses it and presses one key. */
export async function press(target: Locator, key: string): Promise<void> {
  const element = await target.findElement()
  element.focus()
  await userEvent.keyboard(`{${key}}`)
}

export const blur = async (target: Locator): Promise<void> => (await target.findElement()).blur()

/** Waits until these are all, in this order. */
export async function expectTexts(target: Locator, wanted: (string | RegExp)[]): Promise<void> {
  const matching = wanted.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
  await expect.poll(() => target.elements().map(textOf)).toEqual(matching)
}

export const expectCount = (target: Locator, count: number): Promise<void> => expect.poll(() => target.elements().length).toBe(count)

/** What no role or label finds. */
export const bySelector = (within: Locator, selector: string): Locator => {
  const element = within.element().querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}.`)
  return page.elementLocator(element)
}

export const boxOf = (target: Locator): DOMRect => target.element().getBoundingClientRect()

/** As a person pastes files; a script cannot read the clipboard. */
export function paste(target: Locator, files: File[]): void {
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  target.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

export const imageFile = (name: string, bytes = 10, type = 'image/png'): File => new File([new Uint8Array(bytes)], name, { type })

/** Chooses files as the dialog of the system does; through the browser's driver, large ones take long. */
export function chooseFiles(input: Locator, files: File[]): void {
  const element = input.element() as HTMLInputElement
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  element.files = chosen.files
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Lets timers pass in small steps, so that the page draws what each brings. */
export async function passTime(milliseconds: number): Promise<void> {
  for (let step = 0; step < milliseconds; step += 100) await vi.advanceTimersByTimeAsync(100)
}
