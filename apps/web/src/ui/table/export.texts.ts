import { texts } from '#web/platform/texts.ts'

export const exportTexts = texts(
  {
    exportCsv: 'CSV, for a spreadsheet',
    exportJson: 'JSON, for a program',
    exportFailed: 'The list could not be exported. Please try again later.',
  },
  {
    exportCsv: 'CSV, för kalkylark',
    exportJson: 'JSON, för program',
    exportFailed: 'Listan kunde inte exporteras. Försök igen senare.',
  },
)
