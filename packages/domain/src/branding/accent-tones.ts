import { contrastOf, type Hsl, hexOf, hslOf, mix } from './color.ts'

/** The colours that follow from the accent in one theme; the names are those of the design tokens. */
export type AccentTones = { accent: string; fill: string; fillHover: string; onFill: string; selected: string }

type Theme = { page: string; raised: string; float: string; ink: string; selectedShare: number }

/** The surfaces of `tokens.css` that the accent stands on; in the light theme also the page of mails. */
const themes = {
  light: { page: '#ffffff', raised: '#f7f8fa', float: '#f2f3f6', ink: '#101216', selectedShare: 0.1 },
  dark: { page: '#101216', raised: '#181b21', float: '#1c2027', ink: '#101216', selectedShare: 0.2 },
} satisfies Record<string, Theme>

/** What a preview of each theme stands on. */
export const themeSurfaces = { light: { ...themes.light, text: '#1b1f27' }, dark: { ...themes.dark, text: '#e8eaee' } }

/** WCAG 2.2: of text, and of controls against what they stand on. */
const ofText = 4.5
const ofControls = 3
const white = '#ffffff'
const lightnessSteps = Array.from({ length: 201 }, (_, step) => step / 200)

/** The colour of this hue and saturation that passes and is nearest in lightness; black or white where none does. */
function nearest({ h, s, l }: Hsl, passes: (color: string) => boolean): string {
  const original = hexOf({ h, s, l })
  if (passes(original)) return original
  const byDistance = lightnessSteps.toSorted((one, other) => Math.abs(one - l) - Math.abs(other - l))
  const colors = byDistance.map((lightness) => hexOf({ h, s, l: lightness }))
  return colors.find(passes) ?? (passes(white) ? white : '#000000')
}

const onFillOf = (fill: string, { ink }: Theme) => [white, ink].find((text) => contrastOf(text, fill) >= ofText)

function fillOf(wanted: Hsl, theme: Theme): string {
  const surfaces = [theme.page, theme.raised, theme.float]
  return nearest(wanted, (color) => onFillOf(color, theme) !== undefined && surfaces.every((one) => contrastOf(color, one) >= ofControls))
}

/** A little further from the text on it; where the control would fade into the page, a little nearer. */
function hoverOf(fill: string, onFill: string, theme: Theme): string {
  const hsl = hslOf(fill)
  const away = onFill === white ? -0.07 : 0.07
  const candidates = [away, -away, away / 2, -away / 2].map((step) => hexOf({ ...hsl, l: Math.min(1, Math.max(0, hsl.l + step)) }))
  return candidates.find((color) => contrastOf(onFill, color) >= ofText && contrastOf(color, theme.page) >= ofControls) ?? fill
}

function tonesOf(wanted: Hsl, theme: Theme): AccentTones {
  const selectedOf = (accent: string) => mix(accent, theme.page, theme.selectedShare)
  const accent = nearest(wanted, (color) =>
    [theme.page, theme.raised, theme.float, selectedOf(color)].every((surface) => contrastOf(color, surface) >= ofText),
  )
  const fill = fillOf(wanted, theme)
  const onFill = onFillOf(fill, theme) ?? white
  return { accent, fill, fillHover: hoverOf(fill, onFill, theme), onFill, selected: selectedOf(accent) }
}

/**
 * What an accent colour becomes in both themes: as it is where text of it has a contrast of 4.5:1 and controls of 3:1 (WCAG 2.2), else lighter or
 * darker until it has. `accent` is `#rrggbb`.
 */
export function accentTones(accent: string): Record<'light' | 'dark', AccentTones> {
  const wanted = hslOf(accent)
  return { light: tonesOf(wanted, themes.light), dark: tonesOf(wanted, themes.dark) }
}

/** The contrast of the colour, as text, with the page of a theme; one decimal, rounded down. */
export const contrastWithPage = (color: string, theme: 'light' | 'dark'): number =>
  Math.floor(contrastOf(color, themes[theme].page) * 10) / 10
