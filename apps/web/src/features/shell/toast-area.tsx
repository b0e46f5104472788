import { lazy, Suspense, useEffect, useState } from 'react'
import { onFailedDownload } from '#web/platform/failed-downloads.ts'
import { useTexts } from '#web/platform/texts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { toastWanted } from '#web/ui/toast/toast-wanted.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'

const Toasts = lazy(() => import('#web/ui/toast/toasts.tsx').then((module) => ({ default: module.Toasts })))

const acts = ['pointerdown', 'keydown', 'change', 'drop', 'paste', toastWanted] as const

/** Toasts answer what the user does, so they are not loaded before the user does something, or something arrives. */
export function ToastArea() {
  const words = useTexts(uiTexts)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => onFailedDownload(() => showToast(words.downloadBrokeOff, 'failure')), [words])
  useEffect(() => {
    const want = () => setWanted(true)
    // While it goes down: a part that keeps its keys or its pointer to itself stops it on the way up.
    for (const act of acts) addEventListener(act, want, { once: true, capture: true })
    return () => {
      for (const act of acts) removeEventListener(act, want, { capture: true })
    }
  }, [])
  return <Suspense>{isWanted && <Toasts />}</Suspense>
}
