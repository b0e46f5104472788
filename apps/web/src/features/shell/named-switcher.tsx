import { useLocation } from '@tanstack/react-router'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './customer-switcher.module.css'
import { DropSheet } from './drop-sheet.tsx'
import { isOfAll } from './is-of-all.ts'
import { namedSwitcherTexts } from './named-switcher.texts.ts'
import { OwnSwitcher } from './own-switcher.tsx'
import { noteRecentCustomer } from './recent-customers.ts'

const loadChooser = () => import('./customer-chooser.tsx')
const CustomerChooser = lazy(() => loadChooser().then((module) => ({ default: module.CustomerChooser })))

/** The name that is shown, with the way to another customer. */
export function NamedSwitcher() {
  const session = useSession()
  const { name } = useShownCustomer()
  if (!isStaff(session)) return <OwnSwitcher name={name} />
  return session.can(customerChoiceAccess) ? <StaffSwitcher /> : <span className={classes.name}>{name}</span>
}

function StaffSwitcher() {
  const shown = useShownCustomer()
  const words = useTexts(namedSwitcherTexts)
  const { pathname, search } = useLocation()
  if (isOfAll(pathname, search, shown.isProvider)) return <Switcher customerId={null} name={words.every} isOwn />
  return <Switcher customerId={shown.customerId} name={shown.name} isOwn={shown.isOwn} />
}

/** Without a customer it names all of them. */
function Switcher({ customerId, name, isOwn }: { customerId: string | null; name: string; isOwn: boolean }) {
  const words = useTexts(namedSwitcherTexts)
  const [timesOpened, setTimesOpened] = useState(0)

  useEffect(() => {
    if (!isOwn && customerId !== null && name !== customerId) noteRecentCustomer({ customerId, name })
  }, [customerId, name, isOwn])

  const trigger = (
    <>
      {!isOwn && <span className={classes.mark}>{words.guest}</span>} <span className={classes.name}>{name}</span>
      <ChevronsUpDown size={14} aria-hidden="true" />
    </>
  )
  return (
    <DropSheet
      label={words.choose}
      side="start"
      trigger={trigger}
      triggerClassName={isOwn ? classes.trigger : `${classes.trigger} ${classes.other}`}
      triggerLabel={customerId === null ? words.all : isOwn ? words.own(name) : words.other(name)}
      onIntent={() => void loadChooser().catch(() => {})}
      onOpen={() => setTimesOpened(timesOpened + 1)}
    >
      <Suspense fallback={<div className={classes.loading} />}>
        {timesOpened > 0 && <CustomerChooser key={timesOpened} shownCustomerId={customerId} />}
      </Suspense>
    </DropSheet>
  )
}
