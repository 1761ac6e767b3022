import { useEffect, useState } from 'preact/hooks'

/** Returns `performance.now()`, updated at an interval while `isWanted`. */
export function useNow(isWanted: boolean, everyMs = 100): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [isWanted, everyMs])
  return isWanted ? Math.max(now, performance.now()) : now
}
