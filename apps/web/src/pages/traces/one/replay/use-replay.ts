import { useEffect, useState } from 'preact/hooks'

export interface Replay {
  /** Milliseconds since the request. Undefined: no replay, the whole trace is shown. */
  at: number | undefined
  isPlaying: boolean
  speed: number
  /** Continues the replay, or restarts it at the end. */
  play(): void
  pause(): void
  seek(ms: number): void
  setSpeed(speed: number): void
}

/** Clock of a replay. @param lengthMs - Duration of the trace. */
export function useReplay(lengthMs: number): Replay {
  const [at, setAt] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)

  useEffect(() => {
    if (!isPlaying) return
    let last = performance.now()
    let frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)

    function tick(): void {
      const now = performance.now()
      const step = (now - last) * speed
      last = now
      setAt((before = 0) => Math.min(lengthMs, before + step))
      frame = requestAnimationFrame(tick)
    }
  }, [isPlaying, speed, lengthMs])

  const isAtEnd = at !== undefined && at >= lengthMs
  useEffect(() => {
    if (isAtEnd) setPlaying(false)
  }, [isAtEnd])

  return {
    at,
    isPlaying,
    speed,
    play() {
      if (at === undefined || isAtEnd) setAt(0)
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    seek: setAt,
    setSpeed,
  }
}
