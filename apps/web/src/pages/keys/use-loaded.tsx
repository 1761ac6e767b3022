import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../../ui/problem.tsx'
import { words } from '../../words/en/keys.ts'

/** Loads a value once, and again after `again`. The previous value stays until the new one arrives. `failure` shows why it did not. */
export function useLoaded<T>(load: () => Promise<T>) {
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
  const again = (): void => setCount((before) => before + 1)
  const failure =
    problem === undefined ? undefined : <Problem title={words.failed} error={problem} action={{ label: words.retry, act: again }} />
  return { value, failure, again }
}
