import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { customerErasingTexts } from './customer-erasing.texts.ts'

const EraseCustomerForm = lazy(() => import('./erase-customer-form.tsx').then((module) => ({ default: module.EraseCustomerForm })))

/** Erases a closed customer, once what goes was shown and its name was typed. */
export function CustomerErasing({ customerId }: { customerId: string }) {
  const words = useTexts(customerErasingTexts)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="light" color="red" onClick={() => setAsked(true)}>
        {words.erase}
      </Button>
      <Dialog isOpen={isAsked} title={words.title} onClose={() => setAsked(false)}>
        <Suspense>
          <EraseCustomerForm customerId={customerId} onClose={() => setAsked(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
