import { type ComponentType, createElement, lazy, useState } from 'react'

type Screen = (() => React.ReactNode) & { preload(): Promise<void> }

/** A screen in a file of its own, which is fetched when it is first needed or when a link to it is hovered. */
export function screen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<{ default: ComponentType }> | undefined
  let loaded: ComponentType | undefined

  async function loadOnce() {
    try {
      loaded = await load()
      return { default: loaded }
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  function get() {
    loading ??= loadOnce()
    return loading
  }

  const Awaited = lazy(get)

  // What is here is drawn at once: `lazy` alone would first draw nothing, and React waits 300 ms after nothing before it draws something.
  // biome-ignore lint/correctness/noComponentHookFactories: a screen is made once, with its route
  function Screen() {
    const [Drawn] = useState<ComponentType>(() => loaded ?? Awaited)
    return createElement(Drawn)
  }

  return Object.assign(Screen, {
    preload: () =>
      get().then(
        () => {},
        () => {},
      ),
  })
}
