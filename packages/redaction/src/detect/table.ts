import { characterSet, has, isSpace } from '../characters.ts'
import { foreignPassword, sensitivity, type Sensitivity } from '../key-names.ts'
import { isDesignation, isGiven, isSecretOf, isUnnamedSecret } from '../values.ts'
import { ahead, before, codeAt, ofKind, type Detected, type SensitiveSpan, type Window } from '../window.ts'

/** A table with columns for secrets, named in its first line. */
export interface ColumnTable {
  separator: RegExp
  /** Titles of these columns, with their sensitivity. */
  columns: ReadonlyMap<number, { title: string; kind: Sensitivity | undefined }>
  count: number
}

const lineChars = 240
const mostCells = 24
const separators: readonly RegExp[] = [/[|│║┃]/, /\t/, /;/, /,/, /&/, / {2,}/, / /]
/** Columns of personal data that is only recognisable by the column's name. */
export const personal =
  /^(?:phone|mobile|tel|telefon|t[eé]l[eé]phone|tel[eé]fono|cell|fax|handy|dob|birth[ _]?date|date[ _]of[ _]birth|geburtsdatum|ssn|pin|cvv|cvc|card|iban)\b/i
const name = /^[\s"'*`_]{0,4}[\p{L}][\p{L}\p{M}\d _./()-]{0,31}[\s"'*`_]{0,4}$/u
const ruler = /^[\s|:+=\u2500-\u257f-]{3,}$/
/** A heading in the markup of Jira: `||User||Password||`. */
const doubled = /^\s*\|\|.*\|\|\s*$/
const isRuled = (separator: RegExp): boolean => separator === separators[0]
const [newLine, dot] = [10, 46]
const marks = characterSet(',;|\t\n\r "\'*`')
const labelEnds = characterSet('.:?,;|"\'*`)')

/** Whether a word before this character may be a column title. */
export const mayHeadColumn = (code: number): boolean => Number.isNaN(code) || (code < 128 && marks[code] === 1)

/** Table whose heading contains the name of a secret that ends at `at`. Undefined if there is none. */
export function tableAt(window: Window, at: number): ColumnTable | undefined {
  const { text } = window
  const left = before(window, at, lineChars)
  const begin = Math.max(left.lastIndexOf('\n') + 1, 0)
  if (begin === 0 && left.length === lineChars) return undefined
  let head = left.slice(begin)
  // Early exit: for almost all lines, the text before is no row of names.
  if (!/^[\s|│║┃"'*`]*[\p{L}]/u.test(head) || /[.:!?(){}=<>[\]]/.test(head)) return undefined
  const rest = ahead(window, at, lineChars, '\n')
  if (window.short || !rest.endsWith('\n')) return undefined
  head += rest.slice(0, -1).replace(/\r$/, '')
  if (text.charCodeAt(at + rest.length) === newLine) return undefined
  for (const separator of separators) {
    if (!separator.test(head)) continue
    const cells = cellsOf(doubled.test(head) ? head.replaceAll('||', ' |') : head, separator)
    // Too many cells for blanks as separators: a sentence.
    if (separator.source === ' ' && cells.length > 4) return undefined
    // A result of a query may have one column between bars.
    if (
      (cells.filter((cell) => cell.trim() !== '').length < 2 && !/^\s*[|│].*[|│]\s*$/.test(head)) ||
      cells.length > mostCells ||
      !cells.every((cell) => cell.trim() === '' || name.test(cell))
    )
      continue
    const columns = new Map<number, { title: string; kind: Sensitivity | undefined }>()
    for (const [i, cell] of cells.entries()) {
      const plain = cell.replace(/[\s"'*`]/g, '')
      const kind = sensitivity(plain) ?? (foreignPassword.test(cell.trim()) ? 'password' : undefined)
      const title = cell.replace(/["'`*|]/g, '').trim()
      if ((kind !== undefined || personal.test(title)) && !/ \w+ /.test(title)) columns.set(i, { title, kind })
    }
    if (columns.size > 0) return { separator, columns, count: cells.length }
  }
  return undefined
}

/** Whether a cell is a secret. In a column of passwords, a word with a number is one, too. */
const isSecretCell = (value: string, kind: Sensitivity): boolean =>
  !/\s/.test(value) &&
  (isSecretOf(value, kind) ||
    (kind === 'password' && (isGiven(value) || /^[a-z]{3,12}[-_.]?\d{2,6}$/i.test(value)) && !isDesignation(value)))

/** Splits a line into cells, without the outer separators. */
function cellsOf(line: string, separator: RegExp): string[] {
  const bare = isRuled(separator) ? line.replace(/^\s*[|│║┃]?/, (mark) => ' '.repeat(mark.length)).replace(/[|│║┃]\s*$/, '') : line
  return bare.split(new RegExp(separator.source))
}

/** Detects personal data or a PIN in a cell by the title of its column. The cell begins at `start`. */
export function detectUnder(title: string, cell: string, start: number, look: (text: string, from: number) => Detected): Detected {
  const context = `${title}: `
  const one = look(context + cell, context.length)
  return one && { ...one, start: start + one.start - context.length, end: start + one.end - context.length }
}

/**
 * Detects secrets in the row that begins at `at`.
 *
 * @param look - Finds the first secret in a text from a position on. The text before is context.
 */
export function rowAt(
  window: Window,
  at: number,
  { separator, columns, count }: ColumnTable,
  look: (text: string, from: number) => Detected,
): { found: readonly SensitiveSpan[]; end?: true } {
  const line = ahead(window, at, lineChars, '\n')
  const found: SensitiveSpan[] = []
  if (window.short) return { found }
  const row = line.replace(/\r?\n$/, '')
  if (ruler.test(row)) return { found }
  const cells = cellsOf(row, separator)
  if (cells.length !== count) return { found, end: true }
  const leading = row.length - cellsOf(row, separator).join('|').length
  let place = isRuled(separator) ? Math.max(0, leading - (/[|│║┃]\s*$/.exec(row)?.[0].length ?? 0)) : 0
  const matches = [...row.matchAll(new RegExp(separator.source, 'g'))]
  for (const [i, cell] of cells.entries()) {
    const column = columns.get(i)
    if (column !== undefined) {
      const lead = /^[\s"'*`]*/.exec(cell)![0].length
      const value = cell.slice(lead).replace(/[\s"'*`]+$/, '')
      const start = at + row.indexOf(value, place)
      if (value.length >= 4 && column.kind !== undefined && isSecretCell(value, column.kind))
        found.push(ofKind(start, start + value.length, column.kind))
      else if (value.length >= 3 && column.kind === undefined) {
        const one = detectUnder(column.title, value, start, look)
        if (one !== undefined) found.push(one)
      }
    }
    place += cell.length + (matches[i]?.[0].length ?? 0)
  }
  return { found }
}

const labelled =
  /^\)?(?:\.(?:txt|key|pw|pass|secret|env))?["'`*_]{0,3} ?(?:[:：=]|(?:is|ist|lautet|est|es|was)\b ?:?|->|→)?["'`*_]{0,3}(?: [>|][-+]?)?[ \t]*\r?\n(?:[ \t]*\r?\n|[-=~]{1,16}\r?\n)?(?:`{3}\w{0,12}\r?\n)?[ \t]{0,16}(?:Out\[\d{1,4}\]: )?[>`*"'-]{0,3} ?(?=(\S{6,128}))/
const lineBefore =
  /(?:^|\n)[\s>#*_`"'|$%-]{0,12}(?:(?:subject|re): )?(?:(?:echo|printenv) [$"{]{0,3}|print\(|In \[\d{1,4}\]: |cat [\w./~-]{0,40}|[^\n]{0,60}form-data; name="|(?:[\p{L}\d'’-]{1,16} ){0,5})[\p{L}\d_-]{0,48}$/iu
/** "The password is on the next line", "What is the password?", and the answer in the next line. */
const pointing =
  /^[^\n.!?;{}=]{0,40}\b(?:next line|nächsten Zeile|ligne suivante|siguiente línea|línea siguiente|riga seguente|below|unten|folgt|follows)[^\n\w]{0,6}\r?\n(?:\r?\n)?[ \t]{0,16}[>`*"'-]{0,3} ?(?=(\S{6,64}))|^[^\n.!?;{}=:"'`]{0,40}:[ \t]*\r?\n(?:\r?\n)?[ \t]{0,16}[>`*"'-]{0,3} ?(?=(\S{6,64}))|^["'”*]{0,3}\?["'”*]{0,3}[ \t]*\r?\n[ \t]{0,8}(?:\[\d\d?:\d\d\] )?(?:[*_]{0,2}\p{L}{1,16}[*_]{0,2}[:.)][*_]{0,2} {1,3}["“]?(?:[\p{L}'’]{1,10}[,:]? ){0,5}|[\w. ]{1,24}[ \t[]\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?[ \t]*\r?\n)?(?=(\S{6,64}))/iu
const nextChars = 180

/** Reads escaped line ends, as in a JSON string. The length stays. */
export const unescapedLines = (text: string): string => text.replace(/\\[nr]/g, (escape) => (escape === '\\n' ? ' \n' : '  '))

/** Detects a label at the end of a line ("Password:") with the password alone in the next line. The word ends at `at`. */
export function detectInNextLine(window: Window, at: number, kind: Sensitivity = 'password'): Detected {
  const first = codeAt(window, at)
  if (!has(labelEnds, first) && !isSpace(first)) return undefined
  const said = unescapedLines(ahead(window, at, nextChars))
  if (window.short) return undefined
  const found = labelled.exec(said) ?? pointing.exec(said)
  if (found === null) return undefined
  const isNamed = first !== dot && /^["'`*_]{0,3} ?(?:[:：=?]|[a-z-]|→)/.test(said)
  if (!isNamed && !lineBefore.test(before(window, at, 80))) return undefined
  const value = (found[1] ?? found[2] ?? found[3])!.replace(/\\{0,3}"[\]}]*,?$|[.!]?["'`*”]+$|(?<=\w)\.$/, '')
  const start = at + found[0].length
  // The value must be alone in its line.
  if (!/^[.!]?(?:\\{0,3}"[\]}]*,?|["'`*”]{0,3})[ \t]*(?:\r?\n|$)/.test(said.slice(found[0].length + value.length))) return undefined
  if (/[:([{]|^[-<]|[,;]$/.test(value) && !/^[^:]*[!#$%&?]/.test(value)) return undefined
  // Below the name of a key, files and paths are described, too.
  const isDrawn = isNamed && kind === 'password' && found[0].includes(':') && isGiven(value)
  return (isDrawn || isSecretOf(value, kind)) && (kind === 'password' || (isUnnamedSecret(value) && !/\.|^[a-z]+[/_-]/.test(value)))
    ? ofKind(start, start + value.length, kind)
    : undefined
}
