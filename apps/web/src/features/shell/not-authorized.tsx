import { useQuery } from '@tanstack/react-query'
import type { Access } from '@vakt/contract/features.ts'
import { findGranters } from '@vakt/contract/users/session.ts'
import { call } from '#web/platform/api.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { isClosedByLimit, missingFeatures } from './missing-features.ts'
import { notAuthorizedTexts } from './not-authorized.texts.ts'
import { NoticeView } from './notice-view.tsx'

/** `missing`: what would open the screen; null: the address is another customer's. */
export function NotAuthorized({ missing }: { missing?: Access | 'whole' | null }) {
  const words = useTexts(notAuthorizedTexts)
  usePageTitle(words.pageTitle)
  const names = useTexts(featureNames)
  const session = useSession()
  const staff = isStaff(session)
  const isOfWhole = missing === 'whole' || (session.user.resource_limit !== undefined && isClosedByLimit(missing))
  const features = missingFeatures(missing).map((key) => names[key])
  const reason =
    missing === null
      ? words.anotherCustomer
      : isOfWhole
        ? words.ofWhole
        : missing === 'global-admin' || missing === 'administrators'
          ? staff
            ? words.administratorsOnly
            : missing === 'administrators'
              ? words.companyAdministratorsOnly
              : words.staffOnly
          : features.length > 0
            ? words.lacking(features)
            : words.text
  return (
    <NoticeView title={words.title} text={reason}>
      {missing === null || isOfWhole || missing === 'global-admin' ? null : (
        <Granters isOfCompany={missing === 'administrators' && !staff} />
      )}
      <ButtonLink to="/">{words.home}</ButtonLink>
    </NoticeView>
  )
}

/**
 * Whom to ask: staff of the provider, after the company's own administrators where it is a matter of the company.
 * Nothing is said while that is not known: the reason above stands by itself.
 */
function Granters({ isOfCompany }: { isOfCompany: boolean }) {
  const words = useTexts(notAuthorizedTexts)
  const { data } = useQuery({ queryKey: ['granters'], queryFn: ({ signal }) => call(findGranters, { signal }) })
  if (!data) return null
  if (data.grantedBy.length === 0) return <p>{words.askAdministrator}</p>
  return (
    <div>
      <p>{isOfCompany ? words.askCompanyFirst : words.ask}</p>
      <ul>
        {data.grantedBy.map(({ name, email }) => (
          <li key={email}>
            {name}, <a href={`mailto:${email}`}>{email}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
