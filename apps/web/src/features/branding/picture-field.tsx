import { type BrandingPicture, largestLogoInBytes, type PictureKind } from '@vakt/contract/branding.ts'
import { useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './branding.module.css'
import { brandingTexts } from './branding.texts.ts'
import { useSavePicture } from './branding-queries.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

const findProblem = ({ type, size }: File): 'branding.no_picture' | 'branding.picture_too_large' | null => {
  if (!types.includes(type) || size === 0) return 'branding.no_picture'
  return size > largestLogoInBytes ? 'branding.picture_too_large' : null
}

/** One picture, which is saved as soon as it is chosen. */
export function PictureField({ kind, picture }: { kind: PictureKind; picture: BrandingPicture | null }) {
  const words = useTexts(brandingTexts)
  const { title, help } = words.kinds[kind]
  const input = useRef<HTMLInputElement>(null)
  const save = useSavePicture(kind)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(read: () => Promise<string | null>) {
    setProblem(null)
    try {
      const next = await read()
      await save.mutateAsync(next)
      showToast(next === null ? words.removed : words.uploaded, 'success')
    } catch (error) {
      setProblem(failureText(error, words))
    }
  }

  function handleFile(file: File | undefined) {
    if (!file) return
    const found = findProblem(file)
    if (found) setProblem(words.messages[found])
    else void change(() => readAsDataUrl(file))
  }

  const verb = picture ? words.replace : words.upload
  return (
    <div className={styles.picture}>
      <div className={styles.shown} data-kind={kind}>
        {picture && <img src={picture.path} width={picture.width} height={picture.height} alt={title} />}
      </div>
      <div className={styles.pictureWords}>
        <strong>{title}</strong>
        <p>{help}</p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      <div className={styles.pictureActions}>
        <input
          ref={input}
          type="file"
          accept={types.join(',')}
          aria-label={title}
          hidden
          onChange={({ currentTarget }) => {
            handleFile(currentTarget.files?.[0])
            // The same file chosen again is a change too.
            currentTarget.value = ''
          }}
        />
        <Button variant="default" loading={save.isPending} aria-label={`${verb}: ${title}`} onClick={() => input.current?.click()}>
          {verb}
        </Button>
        {picture && (
          <Button variant="subtle" aria-label={`${words.remove}: ${title}`} onClick={() => void change(async () => null)}>
            {words.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
