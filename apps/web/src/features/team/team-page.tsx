import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { MemberCard } from './member-card.tsx'
import styles from './team.module.css'
import { teamTexts } from './team.texts.ts'
import { teamQuery } from './team-queries.ts'

/** The provider's people for the customer: who is on call now, and how to reach each. */
export function TeamPage() {
  const words = useTexts(teamTexts)
  const { locale } = useFormat()
  usePageTitle(words.title)
  const byStaff = isAdministrator(useSession())
  const { customerId, can } = useShownCustomer()
  const team = useQuery(teamQuery(customerId))
  const mayAsk = can(['@feature.tickets.write'])
  const onCall = team.data?.filter(({ isOnCall }) => isOnCall) ?? []
  const members = [...onCall, ...(team.data?.filter(({ isOnCall }) => !isOnCall) ?? [])]
  const toAdmin = byStaff ? (
    <ButtonLink variant="default" to="/admin/team">
      {members.length > 0 ? words.edit : words.toAdmin}
    </ButtonLink>
  ) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.intro}>
            {onCall.length > 0
              ? words.onCallNow(new Intl.ListFormat(locale).format(onCall.map(({ name }) => name)), onCall.length)
              : words.intro}
          </p>
        </div>
        {members.length > 0 ? toAdmin : null}
      </header>
      {members.length > 0 ? (
        <ul className={styles.people} aria-label={words.people}>
          {members.map((member) => (
            <MemberCard key={member.teamMemberId} member={member} mayAsk={mayAsk} />
          ))}
        </ul>
      ) : team.data ? (
        <EmptyState title={words.noneTitle} text={byStaff ? words.noneStaff : words.noneText} icon={<Users size={28} strokeWidth={1.5} />}>
          {toAdmin}
        </EmptyState>
      ) : team.isError ? (
        <ErrorState title={words.failed} error={team.error} onRetry={() => void team.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  )
}
