/** All that is ever kept in the browser, beyond the page: choices, never a word of a question or an answer. */
export type StoredChoice = 'theme' | 'model'

/** Nothing, where the browser keeps nothing for this page. */
export function readStored(choice: StoredChoice): string | undefined {
  try {
    return localStorage.getItem(`reason.${choice}`) ?? undefined
  } catch {
    return undefined
  }
}

export function store(choice: StoredChoice, value: string): void {
  try {
    localStorage.setItem(`reason.${choice}`, value)
  } catch {
    // Then it holds until the page is left.
  }
}
