import { type AccentTones, accentTones } from './accent-tones.ts'

const declarations = ({ accent, fill, fillHover, onFill, selected }: AccentTones) =>
  `--vakt-accent:${accent};--vakt-fill:${fill};--vakt-fill-hover:${fillHover};--vakt-on-fill:${onFill};--vakt-selected:${selected}`

/** The design tokens that follow from an accent colour (`#rrggbb`), for both themes; more specific than those of `tokens.css`. */
export function accentStyles(accent: string): string {
  const { light, dark } = accentTones(accent)
  return `html:root{${declarations(light)}}html:root[data-mantine-color-scheme="dark"]{${declarations(dark)}}`
}
