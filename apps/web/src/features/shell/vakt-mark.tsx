type Props = { size: number }

export function VaktMark({ size }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--vakt-fill)" />
      <path
        d="M7.5 10.5 16 23.5l8.5-13"
        fill="none"
        stroke="var(--vakt-on-fill)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="10.6" r="2.4" fill="var(--vakt-on-fill)" />
    </svg>
  )
}
