import { useMediaQuery } from '@mantine/hooks'

/** Below the breakpoint `md`, where tables become rows of two lines. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
