/** Controls that change the order in which text is read. With one of them, `user.gpj.exe` looks like a picture. */
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

/** Appends model text as a text node, never as markup. Bidirectional controls are shown by name instead of taking effect. */
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

/** Model text for attributes, titles and announcements, with bidirectional controls shown by name. */
export const visibleText = (text: string): string =>
  control.test(text) ? text.replaceAll(new RegExp(atControls, 'g'), (piece) => `[${bidiControls[piece]}]`) : text
