import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContactPreference } from '@vakt/contract/contact-rules.ts'
import { contactChannels } from '@vakt/contract/deliveries/delivery-states.ts'
import { contactSteps, quietUntil } from '@vakt/domain/contact-rules.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownNumberQuery } from '#web/shared/phone-number/own-number-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './contact.module.css'
import { contactTexts } from './contact.texts.ts'
import { ContactForm } from './contact-form.tsx'
import { preferenceQuery, useTestContact } from './contact-queries.ts'
import { PushDevices } from './push-devices.tsx'

/** Quiet hours for everyone; for staff also how they are paged, tests, and their devices with web push. */
export function ContactPage() {
  const words = useTexts(contactTexts)
  const byStaff = isStaff(useSession())
  usePageTitle(words.title)
  const preference = useQuery(preferenceQuery)
  const [saves, setSaves] = useState(0)
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.intro}>
          {!byStaff ? words.introOfCustomer : preference.data ? <ReachedNow preference={preference.data} /> : null}
        </p>
      </header>
      {preference.data ? (
        <ContactForm
          key={preference.data.version}
          preference={preference.data}
          hasRules={byStaff}
          saves={saves}
          onSaved={() => setSaves(saves + 1)}
        />
      ) : preference.isError ? (
        <ErrorState title={words.failed} error={preference.error} onRetry={() => void preference.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
      {byStaff ? <ContactTests /> : null}
      {byStaff ? <PushDevices /> : null}
    </div>
  )
}

/** How a critical page comes at this hour, and whether it is quiet. */
function ReachedNow({ preference: { rules, quietHours, timeZone } }: { preference: ContactPreference & { timeZone: string } }) {
  const words = useTexts(contactTexts)
  const format = useFormat()
  const [now] = useState(() => serverNow())
  const [first, second] = contactSteps(rules, 'critical', { now, timeZone }) ?? []
  const until = quietUntil(quietHours, { now, timeZone })
  const own = useQuery(ownNumberQuery).data
  return (
    <>
      <strong>
        {first
          ? words.byRule(words.inSentence[first.channel], second ? words.inSentence[second.channel] : null, second?.minutes ?? 0)
          : words.byNoRule}
      </strong>{' '}
      {until === null ? null : words.quietNow(clockOf(format.exact(new Date(until).toISOString())))}
      {own && !own.phoneNumber?.isConfirmed ? (
        <>
          {' '}
          {words.noNumber} <Link to="/settings/profile">{words.addNumber}</Link>.
        </>
      ) : null}
    </>
  )
}

function ContactTests() {
  const words = useTexts(contactTexts)
  const test = useTestContact()
  const fail = failureToast({ failed: words.testFailed, messages: words.messages })
  return (
    <section className={styles.section} aria-labelledby="contact-tests">
      <h2 id="contact-tests">{words.testTitle}</h2>
      <p className={styles.about}>{words.testText}</p>
      <div className={styles.buttons}>
        {contactChannels.map((channel) => (
          <Button
            key={channel}
            variant="default"
            loading={test.isPending && test.variables === channel}
            onClick={() => test.mutate(channel, { onSuccess: () => showToast(words.testSent, 'success'), onError: fail })}
          >
            {words.tests[channel]}
          </Button>
        ))}
      </div>
    </section>
  )
}
