import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { words } from '../words/en/shell.ts'
import { openHelp } from './help-dialog.ts'
import { pageNames } from './page-names.ts'
import { go, hrefOf } from './route.ts'

export interface Shortcut {
  /** Keys as the help (`?`) shows them: `Ctrl Enter`, or one letter. Letters do nothing while the user types. */
  keys: string
  what: string
  group: string
  act(): void
}

const own: Shortcut[] = [
  { keys: '?', what: words.help.title, group: words.help.everywhere, act: openHelp },
  ...pageNames.map((name, index) => ({
    keys: String(index + 1),
    what: words.pages[name],
    group: words.help.everywhere,
    act: () => go(hrefOf(name)),
  })),
]

export const shortcuts = signal<readonly Shortcut[]>(own)

/** Registers shortcuts of a page while it is shown. A layout effect, so that a key pressed right after a click already uses the new list. */
export function useShortcuts(list: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    shortcuts.value = [...shortcuts.value, ...list]
    return () => (shortcuts.value = shortcuts.value.filter((one) => !list.includes(one)))
  }, [list])
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]') !== null) return
  const name = `${event.ctrlKey || event.metaKey ? 'Ctrl ' : ''}${event.key}`
  if (!name.startsWith('Ctrl ') && event.key !== 'Escape' && isWriting(event.target)) return
  const found = shortcuts.value.findLast(
    ({ keys }) => keys === name || (keys.length === 1 && keys === event.key && !name.startsWith('Ctrl ')),
  )
  if (found === undefined) return
  event.preventDefault()
  found.act()
})

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
