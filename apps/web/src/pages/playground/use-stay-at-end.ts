import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** Distance from the end of the page, in pixels, that counts as the end. */
const near = 80

/** Keeps the end of the page in view while it grows, until the reader scrolls up. A new turn scrolls to the end. */
export function useStayAtEnd(end: RefObject<HTMLElement | null>, turnCount: number): void {
  const stays = useRef(true)
  // Without turns, there is nothing to follow.
  const hasTurns = useRef(false)

  useLayoutEffect(() => {
    stays.current = true
    hasTurns.current = turnCount > 0
    if (turnCount > 0) scrollTo({ top: document.documentElement.scrollHeight })
  }, [turnCount])

  useEffect(() => {
    let last = scrollY
    const look = (): void => {
      const { scrollHeight, clientHeight } = document.documentElement
      if (scrollHeight - scrollY - clientHeight < near) stays.current = true
      else if (scrollY < last) stays.current = false
      last = scrollY
    }
    const grown = new ResizeObserver(() => {
      if (stays.current && hasTurns.current) scrollTo({ top: document.documentElement.scrollHeight })
    })
    addEventListener('scroll', look, { passive: true })
    if (end.current?.parentElement) grown.observe(end.current.parentElement)
    return () => {
      removeEventListener('scroll', look)
      grown.disconnect()
    }
  }, [])
}
