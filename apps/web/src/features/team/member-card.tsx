import { Link } from '@tanstack/react-router'
import type { TeamMember } from '@vakt/contract/team.ts'
import { createBusinessClock, everOpens } from '@vakt/domain/business-calendar.ts'
import { Mail, Phone, TicketPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { languageName } from './language-names.ts'
import styles from './team.module.css'
import { teamTexts } from './team.texts.ts'

/** Someone of the team, and how to reach them. */
export function MemberCard({ member, mayAsk }: { member: TeamMember; mayAsk: boolean }) {
  const words = useTexts(teamTexts)
  const language = useLanguage()
  const { locale } = useFormat()
  const { name, role, photo, isOnCall, languages, phone, email } = member
  const presence = usePresence(member)
  return (
    <li className={styles.person}>
      <Avatar name={name} photo={photo} size={56} />
      <div className={styles.about}>
        <h2>{name}</h2>
        <p>{(language === 'sv' && role.sv) || role.en}</p>
        {isOnCall ? <p className={styles.onCall}>{words.onCall}</p> : null}
        {presence ? <p className={styles.dim}>{presence}</p> : null}
        {languages.length > 0 ? (
          <p className={styles.dim}>
            {words.speaks(new Intl.ListFormat(locale).format(languages.map((code) => languageName(code, locale))))}
          </p>
        ) : null}
        <ul className={styles.ways}>
          {phone ? (
            <li>
              <a href={`tel:${phone}`} aria-label={`${words.call(name)}: ${phone}`}>
                <Phone size={14} aria-hidden="true" /> {phone}
              </a>
            </li>
          ) : null}
          <li>
            <a href={`mailto:${email}`} aria-label={`${words.mail(name)}: ${email}`}>
              <Mail size={14} aria-hidden="true" /> {email}
            </a>
          </li>
          {mayAsk ? (
            <li>
              <Link to="/tickets/create">
                <TicketPlus size={14} aria-hidden="true" /> {words.ticket}
              </Link>
            </li>
          ) : null}
        </ul>
      </div>
    </li>
  )
}

/** Until when someone is at work, or when they are again, by the reader's clock; null where their hours are not known. */
function usePresence({ hours, timeZone }: Pick<TeamMember, 'hours' | 'timeZone'>): string | null {
  const words = useTexts(teamTexts)
  const format = useFormat()
  const [now] = useState(() => serverNow())
  if (!hours || !everOpens({ alwaysOpen: false, week: hours })) return null
  const period = createBusinessClock({ timeZone, alwaysOpen: false, week: hours, holidays: 'none', closedDays: [] }).openPeriod(now)
  if (!period) return null
  const at = (moment: number, withDay: boolean) =>
    new Intl.DateTimeFormat(format.locale, {
      ...(withDay && { weekday: 'long' }),
      ...{ hour: '2-digit', minute: '2-digit', timeZone: format.timeZone },
    }).format(moment)
  return period.from <= now ? words.until(at(period.to, false)) : words.from(at(period.from, true))
}
