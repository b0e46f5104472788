import { useReadableNames } from './readable-names.ts'

type ReadableNameProps = { of: 'region' | 'state' | 'source'; value: string }

/** A machine's word by the name that people use; the word itself on hover. */
export function ReadableName({ of, value }: ReadableNameProps) {
  return <span title={value}>{useReadableNames()[of](value)}</span>
}

type ReadableTypeProps = { of: { type: string; subtype?: string | null }; className?: string | undefined }

/** The type of a resource, such as *App Service*; what its cloud calls it on hover. */
export function ReadableType({ of: { type, subtype }, className }: ReadableTypeProps) {
  return (
    <span className={className} title={type}>
      {useReadableNames().type(type, subtype)}
    </span>
  )
}
