import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Distance from the end, in pixels, that counts as the end. */
const near = 24

/** Keeps the end of a growing text in view, until the user scrolls up. Resumes when the user returns to the end. */
export function useFollow(container: RefObject<HTMLElement | null>): () => void {
  const follows = useRef(true)
  useEffect(() => {
    const element = container.current!
    let last = element.scrollTop
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = element
      if (scrollHeight - scrollTop - clientHeight < near) follows.current = true
      // Only the user scrolls up. Growing text does not.
      else if (scrollTop < last) follows.current = false
      last = scrollTop
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  return () => {
    const element = container.current
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight
  }
}
