import { useTexts } from '#web/platform/texts.ts'
import { OwnPreferences } from '#web/ui/controls/preferences.tsx'
import { appearanceTexts } from './appearance.texts.ts'
import styles from './appearance-page.module.css'
import { SettingsPage } from './settings-page.tsx'
import { StartPageField } from './start-page-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

export function AppearancePage() {
  const words = useTexts(appearanceTexts)
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <div className={styles.choices}>
        <OwnPreferences />
        <TimeZoneField />
        <StartPageField />
      </div>
    </SettingsPage>
  )
}
