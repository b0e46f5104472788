import { lazy, Suspense, useEffect, useState } from 'react'
import { toastWanted } from '#web/ui/toast/toast-wanted.ts'

const Toasts = lazy(() => import('#web/ui/toast/toasts.tsx').then((module) => ({ default: module.Toasts })))

const acts = ['pointerdown', 'keydown', 'change', 'drop', 'paste', toastWanted] as const

/** Toasts answer what the user does, so they are not loaded before the user does something, or something arrives. */
export function ToastArea() {
  const [isWanted, setWanted] = useState(false)
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
