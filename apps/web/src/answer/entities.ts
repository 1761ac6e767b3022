/** HTML entities that models write in text. Other entities stay unchanged. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  copy: '©',
  reg: '®',
  deg: '°',
  times: '×',
  divide: '÷',
  plusmn: '±',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  pi: 'π',
  radic: '√',
  euro: '€',
  check: '✓',
}

/** Decodes HTML entities. The result is always text, even if it looks like markup. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hexadecimal, name) => {
        if (name !== undefined) return named[name as string] ?? whole
        const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
      })
    : text
