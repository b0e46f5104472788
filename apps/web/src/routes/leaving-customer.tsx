import { CustomerArchive } from '#web/features/customer-archive/customer-archive.tsx'
import { CustomerClosing } from '#web/features/customer-closing/customer-closing.tsx'
import { CustomerErasing } from '#web/features/customer-erasing/customer-erasing.tsx'

/** What is done with a customer that leaves. */
export function LeavingCustomer({ customerId }: { customerId: string }) {
  return (
    <>
      <CustomerArchive customerId={customerId} />
      <CustomerClosing customerId={customerId} Erasing={CustomerErasing} />
    </>
  )
}
