import { useEffect, useState } from 'preact/hooks'
import { words } from '../words/en/shell.ts'

/** Loading indicator. Shows nothing at first to avoid flicker, and a hint after a long wait. */
export function Loading({ what = words.loading }: { what?: string }) {
  const [stage, setStage] = useState<'early' | 'shown' | 'slow'>('early')
  useEffect(() => {
    const timers = [setTimeout(() => setStage('shown'), 150), setTimeout(() => setStage('slow'), 6000)]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (stage === 'early') return <div class="state" aria-busy="true" />
  return (
    <div class="state" role="status" aria-busy="true">
      <span class="spinner" aria-hidden="true" />
      <p>{stage === 'slow' ? words.slow : what}</p>
    </div>
  )
}
