import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { noteChunkLoaded } from './chunk-reload.ts'

type Screen = LazyExoticComponent<ComponentType> & { preload(): Promise<void> }

/** A screen in a file of its own, which is fetched when it is first needed or when a link to it is hovered. */
export function screen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<{ default: ComponentType }> | undefined

  async function loadOnce() {
    try {
      const component = await load()
      noteChunkLoaded()
      return { default: component }
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  function get() {
    loading ??= loadOnce()
    return loading
  }

  return Object.assign(lazy(get), {
    preload: () =>
      get().then(
        () => {},
        () => {},
      ),
  })
}
