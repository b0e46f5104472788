import { useRef, useState } from 'react'
import { changePhoto, useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './photo-field.module.css'
import { profileTexts } from './profile.texts.ts'
import { findPictureProblem, pictureTypes, readAsDataUrl } from './read-picture.ts'

export function PhotoField() {
  const words = useTexts(profileTexts)
  const { user } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(what: 'upload' | 'remove', read: () => Promise<string | null>) {
    setBusy(what)
    setProblem(null)
    try {
      await changePhoto(await read())
      showToast(what === 'upload' ? words.saved : words.removed, 'success')
    } catch (error) {
      setProblem(failureText(error, words))
    }
    setBusy(null)
  }

  function handleFile(file: File | undefined) {
    if (!file) return
    const found = findPictureProblem(file)
    if (found) setProblem(words.messages[found])
    else void change('upload', () => readAsDataUrl(file))
  }

  return (
    <section className={styles.photo} aria-label={words.photo}>
      <Avatar name={user.name} photo={user.profile_photo} size={96} />
      <div className={styles.side}>
        <div className={styles.actions}>
          <input
            ref={input}
            type="file"
            accept={pictureTypes.join(',')}
            hidden
            onChange={({ currentTarget }) => {
              handleFile(currentTarget.files?.[0])
              // The same file chosen again is a change too.
              currentTarget.value = ''
            }}
          />
          <Button variant="default" loading={busy === 'upload'} disabled={busy === 'remove'} onClick={() => input.current?.click()}>
            {user.has_own_photo ? words.replace : words.upload}
          </Button>
          {user.has_own_photo && (
            <Button
              variant="subtle"
              loading={busy === 'remove'}
              disabled={busy === 'upload'}
              onClick={() => void change('remove', async () => null)}
            >
              {words.remove}
            </Button>
          )}
        </div>
        <p className={styles.help}>
          {user.profile_photo && !user.has_own_photo ? `${words.photoOfDirectory} ` : ''}
          {words.photoHelp}
        </p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </section>
  )
}
