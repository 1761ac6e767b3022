/** Names of the only values stored in the browser: preferences, never any text of a chat. */
export type StoredChoice = 'theme' | 'model'

/** Stored value. Undefined if there is none, or the browser blocks storage. */
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
