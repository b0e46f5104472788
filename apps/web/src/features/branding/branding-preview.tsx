import type { Branding } from '@vakt/contract/branding.ts'
import { type AccentTones, accentTones, contrastWithPage, themeSurfaces } from '@vakt/domain/branding/accent-tones.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './branding.module.css'
import { brandingTexts } from './branding.texts.ts'

const standardAccent = '#4b4ac9'
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

type Shown = Pick<Branding, 'name' | 'accent' | 'mailFooter' | 'showsVakt' | 'support'>
type Theme = 'light' | 'dark'
type PartProps = { values: Shown; pictures: Branding['pictures']; theme: Theme; tones: AccentTones }

function Mark({ name, symbol, tones }: { name: string; symbol: Branding['pictures']['symbol']; tones: AccentTones }) {
  if (symbol) return <img src={symbol.path} width={28} height={28} alt="" />
  const letter = [...new Intl.Segmenter().segment((name || 'Vakt').toUpperCase())][0]?.segment
  return (
    <span className={styles.letter} style={{ background: tones.fill, color: tones.onFill }} aria-hidden="true">
      {letter}
    </span>
  )
}

function Logo({ values, pictures, theme, tones }: PartProps) {
  const name = values.name || 'Vakt'
  const { logo, 'logo-dark': logoDark, symbol } = pictures
  const shown = theme === 'dark' && logoDark ? logoDark : logo
  if (!shown)
    return (
      <span className={styles.brand}>
        <Mark name={name} symbol={symbol} tones={tones} />
        {name}
      </span>
    )
  return <img className={styles.logo} data-chip={(theme === 'dark' && shown === logo) || undefined} src={shown.path} alt={name} />
}

function ThemePreview({ accent, ...props }: PartProps & { accent: string }) {
  const words = useTexts(brandingTexts).preview
  const format = useFormat()
  const { theme, tones } = props
  const { page, text } = themeSurfaces[theme]
  const isAdjusted = tones.accent !== accent
  return (
    <figure className={styles.theme}>
      <figcaption>{words.themes[theme]}</figcaption>
      <div className={styles.card} style={{ background: page, color: text }} inert>
        <Logo {...props} />
        <span className={styles.sample} style={{ background: tones.fill, color: tones.onFill }}>
          {words.signIn}
        </span>
        <span style={{ color: tones.accent }}>{words.link}</span>
        <span className={styles.chosen} style={{ background: tones.selected, color: tones.accent }}>
          {words.chosen}
        </span>
      </div>
      <p className={styles.note}>
        {isAdjusted ? words.adjusted(tones.accent, format.number(contrastWithPage(accent, theme))) : words.fits}
        {tones.fill === accent ? '' : ` ${words.button(tones.fill)}`}
      </p>
    </figure>
  )
}

function MailPreview(props: PartProps) {
  const words = useTexts(brandingTexts).preview
  const { values, tones } = props
  const { page, text, raised } = themeSurfaces.light
  return (
    <figure className={styles.theme}>
      <figcaption>{words.mail}</figcaption>
      <div className={styles.card} style={{ background: raised, color: text }} inert>
        <Logo {...props} />
        <span className={styles.letterCard} style={{ background: page }}>
          <strong>{words.mailHeadline}</strong>
          <span className={styles.sample} style={{ background: tones.fill, color: tones.onFill }}>
            {words.mailButton}
          </span>
        </span>
        <span className={styles.small}>
          {values.mailFooter && <span className={styles.footer}>{values.mailFooter}</span>}
          {values.support && <span style={{ color: tones.accent }}>{words.support}</span>}
          {values.showsVakt && values.name && <span>{words.poweredBy}</span>}
        </span>
      </div>
    </figure>
  )
}

/** How it will look, in both themes, before it is saved. */
export function BrandingPreview({ values, pictures }: { values: Shown; pictures: Branding['pictures'] }) {
  const words = useTexts(brandingTexts).preview
  const accent = isColor(values.accent) ? values.accent.toLowerCase() : standardAccent
  const tones = accentTones(accent)
  return (
    <section className={styles.preview} aria-label={words.title}>
      <h2>{words.title}</h2>
      {(['light', 'dark'] as const).map((theme) => (
        <ThemePreview key={theme} accent={accent} theme={theme} tones={tones[theme]} values={values} pictures={pictures} />
      ))}
      <MailPreview theme="light" tones={tones.light} values={values} pictures={pictures} />
    </section>
  )
}
