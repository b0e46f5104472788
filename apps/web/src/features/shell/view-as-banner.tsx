import { EyeOff } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { stopViewing } from '#web/platform/view-as.ts'
import classes from './view-as-banner.module.css'
import { viewAsBannerTexts } from './view-as-banner.texts.ts'

/** While staff see the portal through the eyes of a user: whose they are, and the way back. */
export function ViewAsBanner() {
  const words = useTexts(viewAsBannerTexts)
  const { user } = useSession()
  return (
    <section className={classes.banner} aria-label={words.label}>
      <p>
        <strong>{words.whose(user.name, user.customer_name)}</strong> <span>{words.readOnly}</span>
      </p>
      <button type="button" className={classes.stop} onClick={stopViewing}>
        <EyeOff size={16} aria-hidden="true" />
        {words.stop}
      </button>
    </section>
  )
}
