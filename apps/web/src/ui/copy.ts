/** Copies text to the clipboard. @returns Whether it succeeded. */
export async function copy(text: string): Promise<boolean> {
  try {
    // `navigator.clipboard` is missing if the page is loaded over plain HTTP from another machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies with the older API, which works without a secure connection. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  const before = document.activeElement
  // Outside of a modal dialog nothing can be selected, so nothing would be copied.
  const place = document.querySelector('dialog:modal') ?? document.body
  place.append(area)
  area.select()
  const isDone = document.activeElement === area && document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isDone
}
