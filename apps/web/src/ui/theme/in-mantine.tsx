import { MantineProvider } from '@mantine/core'
import type { ComponentType } from 'react'
import { useShownColorScheme } from './color-scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Around each piece that stands on Mantine: Mantine comes with the first of them, since no screen needs it to begin with. */
export function inMantine<Props extends object>(Piece: ComponentType<Props>) {
  return function PieceInMantine(props: Props) {
    return (
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        forceColorScheme={useShownColorScheme()}
        withGlobalClasses={false}
        getStyleNonce={() => styleNonce}
      >
        <Piece {...props} />
      </MantineProvider>
    )
  }
}
