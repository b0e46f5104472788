import type { ReportDocument } from '@vakt/domain/reports/report-document.ts'
import { answerInChild } from '#server/platform/bounded-child.ts'
import { drawReport } from './draw-report.ts'
import type { DrawingAnswer } from './make-report-pdf.ts'

answerInChild<ReportDocument>(async (document, send) => {
  const answer: (message: DrawingAnswer) => void = send
  try {
    answer({ pdf: await drawReport(document) })
  } catch (error) {
    answer({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
