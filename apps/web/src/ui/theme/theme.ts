import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

declare module '@mantine/core' {
  export interface MantineThemeSizesOverride {
    breakpoints: Record<'sm' | 'md' | 'lg' | 'xl' | '2xl', string>
    fontSizes: Record<'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl', string>
  }
  export interface MantineThemeColorsOverride {
    colors: Record<'accent' | 'gray' | 'dark' | 'red', MantineColorsTuple>
  }
}

const accent: MantineColorsTuple = [
  '#F1F1FD',
  '#E3E3FA',
  '#C6C6F5',
  '#A9A8F0',
  '#8D8CEA',
  '#7170E0',
  '#5D5BDB',
  '#5251D0',
  '#4B4AC9',
  '#3F3EB0',
]
const gray: MantineColorsTuple = [
  '#F7F8FA',
  '#EFF1F5',
  '#E3E6EB',
  '#D3D8E0',
  '#C5CBD5',
  '#8A93A3',
  '#5A6270',
  '#454C58',
  '#2E343E',
  '#1B1F27',
]
const night: MantineColorsTuple = [
  '#E8EAEE',
  '#C3C9D3',
  '#9AA3B2',
  '#737C8B',
  '#3D4450',
  '#2A2F38',
  '#1C2027',
  '#101216',
  '#0C0E11',
  '#08090B',
]
const red: MantineColorsTuple = [
  '#FDF0EF',
  '#FBE0DE',
  '#F6BEBA',
  '#F1998F',
  '#FF7A70',
  '#DE4A3E',
  '#D2382C',
  '#CB2F23',
  '#C4281C',
  '#A32016',
]

const shared = {
  '--mantine-color-body': 'var(--vakt-page)',
  '--mantine-color-text': 'var(--vakt-text)',
  '--mantine-color-dimmed': 'var(--vakt-dim)',
  '--mantine-color-placeholder': 'var(--vakt-dim)',
  '--mantine-color-error': 'var(--vakt-critical)',
  '--mantine-color-anchor': 'var(--vakt-accent)',
  '--mantine-color-default': 'var(--vakt-page)',
  '--mantine-color-default-hover': 'var(--vakt-hover)',
  '--mantine-color-default-color': 'var(--vakt-text)',
  '--mantine-color-default-border': 'var(--vakt-edge)',
  '--mantine-primary-color-filled': 'var(--vakt-fill)',
  '--mantine-primary-color-filled-hover': 'var(--vakt-fill-hover)',
  '--mantine-primary-color-contrast': 'var(--vakt-on-fill)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })

/** Mantine's own `filled` and `light` are below AA contrast in places. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const isAccent = (input.color ?? input.theme.primaryColor) === 'accent'
  const own = isAccent ? 'var(--vakt-accent)' : input.color === 'red' ? 'var(--vakt-critical)' : undefined
  if (input.variant === 'filled' && isAccent) {
    return { ...resolved, background: 'var(--vakt-fill)', hover: 'var(--vakt-fill-hover)', color: 'var(--vakt-on-fill)' }
  }
  if (own && input.variant === 'light') {
    const tint = (share: number) => `color-mix(in srgb, ${own} ${share}%, transparent)`
    return { ...resolved, background: tint(10), hover: tint(16), color: own }
  }
  if (own && (input.variant === 'subtle' || input.variant === 'transparent')) return { ...resolved, color: own }
  return resolved
}

const oneShadow = 'var(--vakt-shadow)'
const family = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

export const theme = createTheme({
  colors: { accent, gray, dark: night, red },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 6 },
  white: '#FFFFFF',
  black: '#1B1F27',
  variantColorResolver,
  fontFamily: family,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem', '2xl': '1.625rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.35' },
  headings: {
    fontFamily: family,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  shadows: { xs: oneShadow, sm: oneShadow, md: oneShadow, lg: oneShadow, xl: oneShadow },
  breakpoints: { sm: '30em', md: '48em', lg: '62em', xl: '80em', '2xl': '96em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
    Modal: { defaultProps: { radius: 'lg', transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
  },
})
