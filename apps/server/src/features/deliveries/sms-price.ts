import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Price } from '#server/platform/phone/phone-provider.ts'
import { readLatestPartPriceForAllCustomers } from './phone-delivery-table.ts'

/** What a part of an SMS cost last, for staff alone: it is the provider's own price. */
export async function findPartPrice(context: Context): Promise<Price | null> {
  if (!context.isStaff) return null
  return (await readForAllCustomers(context, readLatestPartPriceForAllCustomers)) ?? null
}
