import styles from './form.module.css'

/** In place of a part of a form until it is loaded: what follows in the form is not shown before, since it would move away under the pointer. */
export function LoadingParts() {
  return <div className={styles.loadingParts} />
}
