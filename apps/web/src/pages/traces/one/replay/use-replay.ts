import { useEffect, useState } from 'preact/hooks'

export interface Replay {
  /** Milliseconds from the request on. Undefined: no replay, all of it is shown. */
  at: number | undefined
  isPlaying: boolean
  speed: number
  /** From where it stands; from the beginning where it is at its end. */
  play(): void
  pause(): void
  seek(ms: number): void
  setSpeed(speed: number): void
}

/** The clock of a replay. @param lengthMs - Where it ends. */
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
