import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * For what opens and lies over the page: whoever goes on elsewhere is done with it, by a click or by the keyboard, and Escape closes it.
 *
 * @param around - What belongs to it, beside what is in it.
 */
export function useClosing(details: RefObject<HTMLDetailsElement | null>, around: RefObject<HTMLElement | null> = details): void {
  useEffect(() => {
    const [element, inside] = [details.current!, around.current!]
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !inside.contains(target)) element.open = false
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || !element.open) return
      // It closes this, and stops or closes nothing else.
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
