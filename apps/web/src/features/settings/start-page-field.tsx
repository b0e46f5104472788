import { ticketAccess } from '@vakt/contract/features.ts'
import { type StartPage, startPages } from '@vakt/contract/users/session.ts'
import { useId, useState } from 'react'
import { chooseStartPage, useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { OptionSelect } from '#web/ui/controls/option-select.tsx'
import { appearanceTexts } from './appearance.texts.ts'
import styles from './appearance-page.module.css'

/** Which page the user starts at, of those that they may see; saved as soon as it is chosen. */
export function StartPageField() {
  const words = useTexts(appearanceTexts)
  const id = useId()
  const session = useSession()
  const [isUnsaved, setUnsaved] = useState(false)
  const isOffered: Record<StartPage, boolean> = {
    dashboard: true,
    inbox: isStaff(session),
    tickets: session.can(ticketAccess) && !isStaff(session),
  }
  const offered = startPages.filter((page) => isOffered[page])
  if (!session.can(['@feature.overview.read']) || offered.length < 2) return null

  function choose([chosen]: readonly string[]) {
    const page = offered.find((one) => one === chosen)
    setUnsaved(false)
    if (page) chooseStartPage(page).catch(() => setUnsaved(true))
  }

  return (
    <div className={styles.field}>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        {words.startPage}
      </label>
      <OptionSelect
        id={id}
        labelledBy={`${id}-label`}
        describedBy={`${id}-help`}
        placeholder=""
        isMultiple={false}
        isClearable={false}
        isDisabled={viewedUser() !== null}
        isInvalid={isUnsaved}
        options={offered.map((page) => ({ value: page, label: words.startPages[page], isDisabled: false }))}
        value={[session.user.start_page ?? 'dashboard']}
        onChange={choose}
        onBlur={() => {}}
      />
      <p id={`${id}-help`} className={styles.help}>
        {words.startPageHelp}
      </p>
      {isUnsaved && (
        <p role="alert" className={styles.problem}>
          {words.startPageNotSaved}
        </p>
      )}
    </div>
  )
}
