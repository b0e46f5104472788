import type { ReportDocument } from '@vakt/domain/reports/report-document.ts'
import { reportWords } from '@vakt/domain/reports/report-words.ts'
import { createPdfWriter } from '#server/platform/pdf/pdf-writer.ts'
import type { ReportBrand } from './report-brand.ts'

/** As the portal draws them in the light theme. */
const colors: Readonly<Record<string, string>> = { critical: '#d0392d', high: '#db7618', medium: '#94791a', low: '#4792b4' }

/** In points. */
const largestLogo = { width: 200, height: 56 }

/** The report as a PDF for a board: a cover, then its sections, tagged for screen readers. */
export async function drawReport(
  { language, title, customer, cover, summary, sections }: ReportDocument,
  { name, logo }: ReportBrand,
): Promise<Buffer> {
  const pdf = createPdfWriter({ title: `${customer}: ${title}`, language, page: reportWords[language].page, maker: name })
  const logoHeight = logo ? pdf.picture({ ...logo, alt: name }, largestLogo) : 0
  pdf.space(200 - logoHeight)
  pdf.paragraph(customer, { size: 14 })
  pdf.title(title)
  for (const line of cover) pdf.note(line)
  pdf.space(24)
  pdf.paragraph(summary, { size: 12 })
  pdf.nextPage()
  for (const section of sections) {
    const { title: heading, paragraphs, chart, tables } = section
    pdf.section(heading, section)
    for (const paragraph of paragraphs) pdf.paragraph(paragraph)
    if (chart)
      pdf.bars({
        alt: chart.label,
        bars: chart.bars,
        series: chart.series.map(({ key, label }) => ({ label, color: colors[key] ?? '#5b6270' })),
      })
    for (const table of tables) pdf.table(table)
  }
  return pdf.end()
}
