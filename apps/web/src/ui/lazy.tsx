import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { words } from '../words/en/shell.ts'
import { Loading } from './loading.tsx'
import { Problem } from './problem.tsx'

/** Loads a component at its first use. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [, setCount] = useState(0)
    const [error, setError] = useState<unknown>()
    useEffect(() => {
      if (loaded !== undefined) return
      load().then((component) => {
        loaded = component
        setCount((count) => count + 1)
      }, setError)
    }, [])
    if (error !== undefined)
      return (
        <Problem
          title={words.pageNotLoaded}
          error={words.pageNotLoadedWhy}
          action={{ label: words.reload, act: () => location.reload() }}
        />
      )
    const Loaded = loaded
    return Loaded === undefined ? <Loading /> : <Loaded {...props} />
  }
}
