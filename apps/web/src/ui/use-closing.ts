import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Closes an element that lies over the page when the user clicks or focuses something else, or presses Escape.
 *
 * @param around - The element whose inside counts as part of it. Default: the element itself.
 */
export function useClosing(details: RefObject<HTMLDetailsElement | null>, around: RefObject<HTMLElement | null> = details): void {
  useEffect(() => {
    const [element, inside] = [details.current!, around.current!]
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !inside.contains(target)) element.open = false
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || !element.open) return
      // Stops other handlers of Escape.
      event.preventDefault()
      element.open = false
      element.querySelector('summary')!.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    inside.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      inside.removeEventListener('keydown', escape)
    }
  }, [])
}
