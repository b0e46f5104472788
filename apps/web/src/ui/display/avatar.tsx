import classes from './avatar.module.css'

type Props = { name: string; photo: string | null; size: number }

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

export function Avatar({ name, photo, size }: Props) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  if (photo) return <img src={photo} alt="" className={classes.avatar} style={style} />
  return <span className={classes.avatar} style={style} data-initials={initialsOf(name)} aria-hidden="true" />
}
