/** Puts text where it can be pasted from. @returns Whether it is there. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Missing where a page comes over plain HTTP from another machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The way from before, which works without a secure connection. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  const before = document.activeElement
  // Beside a dialog nothing can be selected, and what is copied then is nothing.
  const place = document.querySelector('dialog:modal') ?? document.body
  place.append(area)
  area.select()
  const isDone = document.activeElement === area && document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isDone
}
