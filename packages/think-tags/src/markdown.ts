import { isLineEnd } from './matcher.ts'
import { createUnitSearch } from './unit-search.ts'

/**
 * Where Markdown code is, read as the text comes:
 *
 *     text ──`──▶ span ──` of the same length──▶ text       a span that does not close on its line is not one
 *     text ──``` or ~~~ at the start of a line──▶ info ──end of line──▶ fence ──the same again──▶ text
 *
 * Plain data, so that a copy can look ahead.
 */
export interface Markdown {
  place: 'text' | 'span' | 'info' | 'fence' | 'closing'
  /** The run of ` or ~ that is being read, and whether it stands at the start of a line. */
  run: { unit: number; length: number; leads: boolean } | undefined
  /** What opened the span or fence. */
  opener: { unit: number; length: number }
  /** The span is known to be closed further on. */
  certain: boolean
  /** How many spaces the line begins with; -1: something else came, or more than count. */
  indent: number
  /** The unit before was a backslash that takes the meaning from this one. */
  escaped: boolean
}

export const newMarkdown = (): Markdown => ({
  place: 'text',
  run: undefined,
  opener: { unit: 0, length: 0 },
  certain: false,
  indent: 0,
  escaped: false,
})

const backtick = 0x60
const tilde = 0x7e
const backslash = 0x5c

/** What may begin or end code, in UTF-16 units. */
export const codeMarks: readonly number[] = [backtick, tilde, backslash]
const space = 0x20
const tab = 0x09

const nextMark = createUnitSearch(codeMarks)

/** Reads on from `from` to `to`. Text between marks is passed over. */
export function readMarkdown(markdown: Markdown, text: string, from: number, to: number): void {
  // A search that went on behind `to` would read the same text again for each part of it.
  const part = to === text.length ? text : text.slice(0, to)
  for (let at = from; at < to;) {
    if (isBetweenMarks(markdown)) {
      const next = nextMark(part, at)
      const end = next === -1 ? to : next
      if (end > at) skipMarkdown(markdown, text, at, end)
      if (end === to) return
      at = end
    }
    readUnit(markdown, text.charCodeAt(at++))
  }
}

/** Where text without any of the `codeMarks` changes nothing but what `skipMarkdown` takes note of. */
export const isBetweenMarks = ({ place, run }: Markdown): boolean => run === undefined && (place === 'text' || place === 'fence')

/** Most spaces before a fence. */
const mostIndent = 3

/**
 * Reads text without `codeMarks` that is between marks, one unit at least. Only the spaces that its last line begins with change anything, so
 * reading ends at the last few units.
 */
export function skipMarkdown(markdown: Markdown, text: string, from: number, to: number): void {
  let at = to
  while (at > from && text.charCodeAt(at - 1) === space && to - at <= mostIndent) at--
  const spaces = to - at
  if (at === from) markdown.indent = markdown.indent === -1 ? -1 : markdown.indent + spaces
  else markdown.indent = spaces <= mostIndent && isLineEnd(text.charCodeAt(at - 1)) ? spaces : -1
  markdown.escaped = false
}

/** What stands at the place reached. `open`: in a span of which it is not known whether it closes. Ends a run of backticks. */
export function placeOf(markdown: Markdown): 'text' | 'code' | 'open' {
  endRun(markdown)
  if (markdown.place === 'text') return 'text'
  return markdown.place === 'span' && !markdown.certain ? 'open' : 'code'
}

/**
 * Reads on from `from`, to `to` at most, until it is known whether the open span closes.
 * @returns Undefined: it is not known yet.
 */
export function closesSpan(markdown: Markdown, text: string, from: number, to: number): boolean | undefined {
  for (let at = from; at < to; at++) {
    const before = markdown.run
    readUnit(markdown, text.charCodeAt(at))
    // A run that ends is a closing one, a line that ends is not.
    if (markdown.place !== 'span') return before !== undefined
  }
  return undefined
}

/** The same at the end of the text. */
export function closesSpanAtEnd(markdown: Markdown): boolean {
  endRun(markdown)
  return markdown.place !== 'span'
}

function readUnit(markdown: Markdown, unit: number): void {
  const { run } = markdown
  if (run !== undefined) {
    if (unit === run.unit) {
      run.length++
      return
    }
    endRun(markdown)
  }
  // Of `\r\n` the second ends an empty line, which changes nothing.
  if (isLineEnd(unit)) endLine(markdown)
  else if ((unit === backtick || unit === tilde) && !(markdown.escaped && markdown.place === 'text')) {
    markdown.run = { unit, length: 1, leads: markdown.indent >= 0 && markdown.indent <= mostIndent }
    markdown.indent = -1
  } else if (unit === space && markdown.indent >= 0) markdown.indent++
  else {
    if (markdown.place === 'closing' && unit !== space && unit !== tab) markdown.place = 'fence'
    markdown.indent = -1
  }
  markdown.escaped = unit === backslash && !markdown.escaped
}

function endLine(markdown: Markdown): void {
  markdown.indent = 0
  if (markdown.place === 'info') markdown.place = 'fence'
  else if (markdown.place === 'closing' || markdown.place === 'span') leaveCode(markdown)
}

function endRun(markdown: Markdown): void {
  const { run, opener } = markdown
  if (run === undefined) return
  markdown.run = undefined
  const same = run.unit === opener.unit && run.length === opener.length
  switch (markdown.place) {
    case 'text':
      if (run.leads && run.length >= 3) enter(markdown, 'info', run)
      else if (run.unit === backtick) enter(markdown, 'span', run)
      break
    case 'span':
      if (same) leaveCode(markdown)
      break
    case 'info':
      // A fence has no backticks behind it: this was a span of three or more.
      if (opener.unit !== backtick || run.unit !== backtick) break
      if (same) leaveCode(markdown)
      else enter(markdown, 'span', opener)
      break
    case 'fence':
      if (run.leads && run.unit === opener.unit && run.length >= opener.length) markdown.place = 'closing'
      break
    case 'closing':
      markdown.place = 'fence'
      break
  }
}

function enter(markdown: Markdown, place: 'span' | 'info', { unit, length }: { unit: number; length: number }): void {
  markdown.place = place
  markdown.opener = { unit, length }
  markdown.certain = false
}

export function leaveCode(markdown: Markdown): void {
  markdown.place = 'text'
  markdown.certain = false
}

/** For looking ahead without reading on. */
export const copyOf = (markdown: Markdown): Markdown => ({ ...markdown, run: markdown.run && { ...markdown.run } })
