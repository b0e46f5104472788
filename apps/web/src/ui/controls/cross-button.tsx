import { X } from 'lucide-react'
import styles from './cross-button.module.css'

/** Takes one of several away, beside what it takes away; the label says which. */
export function CrossButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.cross} aria-label={label} title={label} onClick={onClick}>
      <X size={13} aria-hidden="true" />
    </button>
  )
}
