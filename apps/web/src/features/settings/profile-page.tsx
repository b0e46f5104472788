import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { OwnPhoneNumber } from './own-phone-number.tsx'
import { PhotoField } from './photo-field.tsx'
import { profileTexts } from './profile.texts.ts'
import { SettingsPage } from './settings-page.tsx'

export function ProfilePage() {
  const words = useTexts(profileTexts)
  const session = useSession()
  const { user } = session
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <PhotoField />
      <Facts>
        <Fact label={words.name}>{user.name}</Fact>
        <Fact label={words.email}>{user.email}</Fact>
        <Fact label={words.customer}>{user.customer_name}</Fact>
        <Fact label={words.roles}>{user.permissions.join(', ')}</Fact>
      </Facts>
      {isStaff(session) ? <OwnPhoneNumber /> : null}
    </SettingsPage>
  )
}
