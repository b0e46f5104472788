import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Access } from '@vakt/contract/features.ts'
import { useTexts } from '#web/platform/texts.ts'
import { missingFeatures } from './missing-features.ts'
import { NoticeView } from './notice-view.tsx'
import { shellTexts } from './shell.texts.ts'

/** `missing`: what would open the screen; null: the address is another customer's. */
export function NotAuthorized({ missing }: { missing?: Access | null }) {
  const { notAuthorized: words } = useTexts(shellTexts)
  const features = missingFeatures(missing).map((key) => words.features[key])
  const reason =
    missing === null
      ? words.anotherCustomer
      : missing === 'global-admin'
        ? words.staffOnly
        : features.length > 0
          ? words.lacking(features)
          : words.text
  return (
    <NoticeView title={words.title} text={reason}>
      <Button renderRoot={(props) => <Link {...props} to="/" />}>{words.home}</Button>
    </NoticeView>
  )
}
