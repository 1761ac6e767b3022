import { useEffect, useState } from 'preact/hooks'

export interface LoadedData<T> {
  value: T | undefined
  problem: unknown
  again(): void
}

/** Loads a value once, and again after `again`. The previous value stays until the new one arrives. */
export function useLoaded<T>(load: () => Promise<T>): LoadedData<T> {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<unknown>()
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    load().then(
      (loaded) => {
        if (!isCurrent) return
        setValue(loaded)
        setProblem(undefined)
      },
      (error: unknown) => {
        if (isCurrent) setProblem(error)
      },
    )
    return () => (isCurrent = false)
  }, [count])
  return { value, problem, again: () => setCount((before) => before + 1) }
}
