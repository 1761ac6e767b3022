import { words } from '../words/en/shell.ts'
import { theme, themes } from '../theme/theme.ts'

/** Shows the current theme. A click changes to the next one. */
export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length]!
  return (
    <button type="button" class="button quiet" onClick={() => (theme.value = next)} title={words.theme.hint(words.theme[next])}>
      {words.theme[theme.value]}
    </button>
  )
}
