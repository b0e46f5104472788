import { getDocumentProxy } from 'unpdf'

/** What each page says, and the tags of its content. */
export async function readPdf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const info = (await document.getMetadata()).info as { Title?: string; Language?: string }
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const { items } = await page.getTextContent()
      return {
        text: items
          .map((item) => ('str' in item ? item.str : ''))
          .join(' ')
          .replace(/\s+/g, ' '),
        tags: JSON.stringify(await page.getStructTree()),
      }
    }),
  )
  return { info, pages }
}
