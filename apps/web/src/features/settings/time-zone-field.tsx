import { useId, useMemo, useState } from 'react'
import { chooseTimeZone, useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { browserTimeZone } from '#web/platform/time-zone.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { OptionSelect } from '#web/ui/controls/option-select.tsx'
import { appearanceTexts } from './appearance.texts.ts'
import styles from './appearance-page.module.css'

/** None: the customer's zone in mails, the browser's on the screen. */
const unchosen = ''

/** The zone of the browser first, then all others. */
function useZones(customerZone: string, chosen: string | null) {
  const words = useTexts(appearanceTexts)
  return useMemo(() => {
    const own = browserTimeZone()
    const others = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])])]
      .filter((zone) => zone !== own)
      .toSorted()
    return [
      { value: unchosen, label: words.automatic, description: words.automaticHelp(customerZone), isDisabled: false },
      { value: own, label: own, description: words.ofThisBrowser, isDisabled: false },
      ...others.map((zone) => ({ value: zone, label: zone, isDisabled: false })),
    ]
  }, [words, customerZone, chosen])
}

/** In which zone times are written to the user; saved as soon as it is chosen. */
export function TimeZoneField() {
  const words = useTexts(appearanceTexts)
  const id = useId()
  const { user } = useSession()
  const [isUnsaved, setUnsaved] = useState(false)

  function choose([zone = unchosen]: readonly string[]) {
    setUnsaved(false)
    chooseTimeZone(zone === unchosen ? null : zone).catch(() => setUnsaved(true))
  }

  return (
    <div className={styles.field}>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        {words.timeZone}
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
        options={useZones(user.customer_time_zone, user.time_zone)}
        value={[user.time_zone ?? unchosen]}
        onChange={choose}
        onBlur={() => {}}
      />
      <p id={`${id}-help`} className={styles.help}>
        {words.timeZoneHelp}
      </p>
      {isUnsaved && (
        <p role="alert" className={styles.problem}>
          {words.timeZoneNotSaved}
        </p>
      )}
    </div>
  )
}
