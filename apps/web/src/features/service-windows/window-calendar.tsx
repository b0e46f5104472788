import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CalendarAddress } from '#web/shared/calendar-address/calendar-address.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { calendarTexts } from './window-calendar.texts.ts'
import { calendarQuery, useCreateCalendar, useRevokeCalendar } from './window-queries.ts'

/** The button that opens what there is to know of the calendar address. */
export function WindowCalendar({ customerId }: { customerId: string }) {
  const words = useTexts(calendarTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog isOpen={isOpen} title={words.title} onClose={() => setOpen(false)}>
        <AddressOfWindows customerId={customerId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function AddressOfWindows({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const words = useTexts(calendarTexts)
  const mayWrite = useShownCustomer().can(['@feature.servicewindow.write'])
  return (
    <CalendarAddress
      about={words.about}
      readOnly={mayWrite ? undefined : words.readOnly}
      query={useQuery(calendarQuery(customerId))}
      create={useCreateCalendar(customerId)}
      revoke={useRevokeCalendar(customerId)}
    >
      <Button variant="default" onClick={onClose}>
        {words.close}
      </Button>
    </CalendarAddress>
  )
}
