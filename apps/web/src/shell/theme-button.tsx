import { words } from '../words/en/shell.ts'
import { theme, themes } from '../theme/theme.ts'

/** Says which colours are on, and what a click changes them to. */
export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length]!
  return (
    <button type="button" class="button quiet" onClick={() => (theme.value = next)} title={words.theme.hint(words.theme[next])}>
      {words.theme[theme.value]}
    </button>
  )
}
