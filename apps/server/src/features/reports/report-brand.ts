import { readBrandingForAllCustomers, readPictureForAllCustomers } from '#server/platform/branding/branding-table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** What a report carries of the provider's look; the logo is a PNG. */
export type ReportBrand = { name: string; logo: { content: Uint8Array; width: number; height: number } | null }

export async function readReportBrandForAllCustomers(transaction: Transaction): Promise<ReportBrand> {
  const { name } = await readBrandingForAllCustomers(transaction)
  const logo = await readPictureForAllCustomers(transaction, 'logo')
  return { name: name || 'Vakt', logo: logo ? { content: logo.content, width: logo.width, height: logo.height } : null }
}
