import { useBranding } from '#web/platform/branding.ts'
import { VaktMark } from './vakt-mark.tsx'

/** The square symbol of the provider, else Vakt's. */
export function BrandMark({ size }: { size: number }) {
  const { icon } = useBranding()
  return icon ? <img src={icon} width={size} height={size} alt="" /> : <VaktMark size={size} />
}
