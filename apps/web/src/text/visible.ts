/** They change the order in which text is read: `user.gpj.exe` looks like a picture with one of them in it. */
const bidiControls: Readonly<Record<string, string>> = {
  '\u202A': 'LRE',
  '\u202B': 'RLE',
  '\u202C': 'PDF',
  '\u202D': 'LRO',
  '\u202E': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
}
const control = /[\u202A-\u202E\u2066-\u2069]/
const atControls = /([\u202A-\u202E\u2066-\u2069])/

/** Appends text of a model: as text, whatever it looks like. What would reorder it is shown by its name instead of being obeyed. */
export function appendText(to: Node, text: string): void {
  if (!control.test(text)) {
    to.appendChild(document.createTextNode(text))
    return
  }
  for (const piece of text.split(atControls)) {
    const name = bidiControls[piece]
    if (name === undefined) to.appendChild(document.createTextNode(piece))
    else {
      const mark = document.createElement('span')
      mark.className = 'control-mark'
      mark.textContent = name
      to.appendChild(mark)
    }
  }
}

/** The same, where there can be only a string: in attributes, titles, announcements. */
export const visibleText = (text: string): string =>
  control.test(text) ? text.replaceAll(new RegExp(atControls, 'g'), (piece) => `[${bidiControls[piece]}]`) : text
