import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '#server/testing/read-pdf.ts'
import { createPdfWriter } from './pdf-writer.ts'

const table = (rows: number) => ({ columns: ['Name', 'Count'], rows: Array.from({ length: rows }, (_, row) => [`row ${row}`, '1']) })

async function pagesOf(rows: number, spaceAbove: number): Promise<string[]> {
  const pdf = createPdfWriter({ title: 'T', language: 'en', page: (page, pages) => `Page ${page} of ${pages}` })
  pdf.title('Cover')
  pdf.nextPage()
  pdf.space(spaceAbove)
  const section = { paragraphs: ['What it says.'], tables: [table(rows)] }
  pdf.section('Heading', section)
  for (const paragraph of section.paragraphs) pdf.paragraph(paragraph)
  for (const one of section.tables) pdf.table(one)
  return (await readPdf(await pdf.end())).pages.map(({ text }) => text)
}

test('a heading stands on the page of its table, also where only the heading would have had room', async () => {
  for (const spaceAbove of [0, 300, 500, 560, 620, 660]) {
    const pages = await pagesOf(8, spaceAbove)
    const page = pages.find((text) => text.includes('Heading')) ?? ''
    assert.match(page, /Heading What it says\. Name Count row 0 .*row 7/, String(spaceAbove))
  }
})

test('a table that is longer than a page begins below its heading', async () => {
  for (const spaceAbove of [0, 400, 640]) {
    const pages = await pagesOf(80, spaceAbove)
    assert.match(pages.find((text) => text.includes('Heading')) ?? '', /Heading What it says\. Name Count row 0 /, String(spaceAbove))
  }
})

test('a heading never stands alone, whatever number of rows follows and wherever it begins', async () => {
  for (const rows of [1, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36])
    for (const spaceAbove of [0, 640]) {
      const pages = await pagesOf(rows, spaceAbove)
      assert.match(
        pages.find((text) => text.includes('Heading')) ?? '',
        /Heading What it says\. Name Count row 0 /,
        `${rows} ${spaceAbove}`,
      )
    }
})

test('a month of days fits on a page', async () => {
  const pages = await pagesOf(31, 640)
  assert.match(pages.at(-1) ?? '', /Heading .* row 0 .* row 30 /)
})
