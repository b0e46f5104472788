import { useBranding, useProductName } from '#web/platform/branding.ts'
import classes from './brand-logo.module.css'
import { BrandMark } from './brand-mark.tsx'

/** The logo, where there is one, else symbol and name. */
export function BrandLogo() {
  const { logo, logoDark } = useBranding()
  const name = useProductName()
  if (!logo)
    return (
      <div className={classes.brand}>
        <BrandMark size={32} />
        <span>{name}</span>
      </div>
    )
  return (
    <div className={classes.logos} data-has-dark={logoDark ? true : undefined}>
      <img className={classes.logo} src={logo.path} width={logo.width} height={logo.height} alt={name} data-theme="light" />
      {logoDark && (
        <img className={classes.logo} src={logoDark.path} width={logoDark.width} height={logoDark.height} alt={name} data-theme="dark" />
      )}
    </div>
  )
}
