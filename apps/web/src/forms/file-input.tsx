import { FileImage, FileText, Paperclip, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { filesOfPaste, takePastes } from './early-pastes.ts'
import type { FieldInputProps } from './field-input.ts'
import styles from './file-input.module.css'
import { addFiles, describeSize, type FileRefusal, pastedImages, usualFileLimits, withFreeNames } from './file-list.ts'
import { formTexts } from './form.texts.ts'

const addedMilliseconds = 5000

export function FileInput({ id, field, error, describedBy, onChange, onBlur, onPasted }: FieldInputProps) {
  const words = useTexts(formTexts)
  const { definition } = field
  const files = field.value as readonly File[]
  const limits = {
    accept: definition.accept ?? usualFileLimits.accept,
    maxFiles: definition.maxFiles ?? usualFileLimits.maxFiles,
    maxBytes: definition.maxBytes ?? usualFileLimits.maxBytes,
  }
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState<readonly FileRefusal[]>([])
  const [isOver, setOver] = useState(false)
  const isOff = field.isDisabled || field.isLocked
  const explain = ({ reason, name }: FileRefusal) => {
    if (reason === 'too-many') return words.fileLimit
    return reason === 'too-large' ? words.fileTooLarge(describeSize(limits.maxBytes)) : words.fileKind(name)
  }
  const add = (added: readonly File[], isPasted = false): File[] => {
    if (isOff || added.length === 0) return []
    const result = addFiles(files, added, limits)
    const taken = result.files.slice(files.length)
    setRefusals(result.refusals)
    if (taken.length > 0) {
      onChange(result.files)
      if (isPasted) showToast(words.fileAddedFromClipboard, 'success')
      else showToast(words.fileAdded, 'success', { milliseconds: addedMilliseconds })
    }
    if (result.refusals.some(({ reason }) => reason === 'too-many')) showToast(words.fileLimit, 'failure')
    return taken
  }
  /** Answers whether there were pictures among them. */
  const paste = useEffectEvent((pasted: readonly File[], target: EventTarget | null): boolean => {
    const images = pastedImages(pasted, new Date())
    if (images.length === 0) return false
    const taken = add(withFreeNames(images, files), true)
    if (taken.length > 0) onPasted?.(taken, target)
    return true
  })
  useEffect(() => {
    const place: HTMLElement = frame.current?.closest('form') ?? document.body
    for (const early of takePastes(place)) paste(early.files, early.target)
    const listen = (event: ClipboardEvent) => paste(filesOfPaste(event), event.target) && event.preventDefault()
    place.addEventListener('paste', listen)
    return () => place.removeEventListener('paste', listen)
  }, [])
  const remove = (index: number) => {
    setRefusals([])
    onChange(files.filter((_, at) => at !== index))
    frame.current?.querySelector('button')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      ref={frame}
      className={styles.frame}
      data-over={isOver || undefined}
      data-invalid={error !== null || undefined}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isOff)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={limits.accept}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <div className={styles.drop}>
        <Button
          id={id}
          variant="default"
          size="compact-md"
          leftSection={<Paperclip size={14} aria-hidden="true" />}
          disabled={isOff}
          aria-describedby={[`${id}-label`, `${id}-limits`, describedBy].filter(Boolean).join(' ')}
          onClick={() => input.current?.click()}
        >
          {words.chooseFiles}
        </Button>
        <span className={styles.words}>{words.dropHere}</span>
        <span id={`${id}-limits`} className={styles.limits}>
          {limits.accept === usualFileLimits.accept ? `${words.imagesOnly} ` : ''}
          {words.fileLimits(limits.maxFiles, describeSize(limits.maxBytes))}
        </span>
      </div>
      {files.length > 0 ? (
        <ul className={styles.files} aria-label={`${definition.label}: ${words.filesSoFar(files.length, limits.maxFiles)}`}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice; the rows hold no state
            <li key={index} className={styles.file}>
              {file.type.startsWith('image/') ? (
                <FileImage size={16} className={styles.icon} aria-hidden="true" />
              ) : (
                <FileText size={16} className={styles.icon} aria-hidden="true" />
              )}
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{describeSize(file.size)}</span>
              <button
                type="button"
                className={styles.remove}
                disabled={isOff}
                aria-label={words.removeFile(file.name)}
                onClick={() => remove(index)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {refusals.map((refusal) => (
        <p key={refusal.reason} className={styles.refusal} role="alert">
          {explain(refusal)}
        </p>
      ))}
    </div>
  )
}
