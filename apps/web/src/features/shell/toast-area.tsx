import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() => import('#web/ui/toasts.tsx').then((module) => ({ default: module.Toasts })))

/** Toasts answer what the user does, so they are not loaded before the user does something. */
export function ToastArea() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    addEventListener('pointerdown', want, { once: true })
    addEventListener('keydown', want, { once: true })
    return () => {
      removeEventListener('pointerdown', want)
      removeEventListener('keydown', want)
    }
  }, [])
  return <Suspense>{isWanted && <Toasts />}</Suspense>
}
