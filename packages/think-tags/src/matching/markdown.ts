import { isLineEnd } from './matcher.ts'
import { createUnitSearch } from './unit-search.ts'

/**
 * State of a Markdown scan that finds code in text as it comes:
 *
 *     text ──`──▶ span ──` of the same length──▶ text       a span that does not close on its line is not one
 *     text ──``` or ~~~ at the start of a line──▶ info ──end of line──▶ fence ──the same again──▶ text
 *
 * Plain data, so that a copy can look ahead.
 */
export interface Markdown {
  place: 'text' | 'span' | 'info' | 'fence' | 'closing'
  /** The current run of ` or ~, and whether it is at the start of a line. */
  run: { unit: number; length: number; leads: boolean } | undefined
  /** The run that opened the span or fence. */
  opener: { unit: number; length: number }
  /** The span is known to close. */
  certain: boolean
  /** Number of spaces at the start of the line. -1: other text came, or more spaces than count. */
  indent: number
  /** The previous unit was a backslash that escapes this one. */
  escaped: boolean
  /** The text goes on behind a call. A fence without a language on its first line then closes one that the text before the call opened. */
  mayClose: boolean
}

/** @param mayClose - The text goes on behind a call. */
export const newMarkdown = (mayClose = false): Markdown => ({
  place: 'text',
  run: undefined,
  opener: { unit: 0, length: 0 },
  certain: false,
  indent: 0,
  escaped: false,
  mayClose,
})

const backtick = 0x60
const tilde = 0x7e
const backslash = 0x5c

/** Units that may begin or end code, or escape it. */
export const codeMarks: readonly number[] = [backtick, tilde, backslash]
const space = 0x20
const tab = 0x09

const nextMark = createUnitSearch(codeMarks)

/** Reads from `from` to `to`, skipping text between marks. */
export function readMarkdown(markdown: Markdown, text: string, from: number, to: number): void {
  // A search past `to` would read the same text again for each part of it.
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

/** Whether text without any of the `codeMarks` changes only the state that `skipMarkdown` updates. */
export const isBetweenMarks = ({ place, run }: Markdown): boolean => run === undefined && (place === 'text' || place === 'fence')

/** Limit of spaces before a fence. */
const mostIndent = 3

/**
 * Reads text between marks that contains no `codeMarks` and has at least one unit. Only the leading spaces of its last line matter, so only the last few
 * units are read.
 */
export function skipMarkdown(markdown: Markdown, text: string, from: number, to: number): void {
  let at = to
  while (at > from && text.charCodeAt(at - 1) === space && to - at <= mostIndent) at--
  const spaces = to - at
  if (markdown.mayClose) markdown.mayClose = text.slice(from, to).trim() === ''
  if (at === from) markdown.indent = markdown.indent === -1 ? -1 : markdown.indent + spaces
  else markdown.indent = spaces <= mostIndent && isLineEnd(text.charCodeAt(at - 1)) ? spaces : -1
  markdown.escaped = false
}

/** Kind of the current position. `open`: in a span that may or may not close. Ends a run of backticks. */
export function placeOf(markdown: Markdown): 'text' | 'code' | 'open' {
  endRun(markdown)
  if (markdown.place === 'text') return 'text'
  return markdown.place === 'span' && !markdown.certain ? 'open' : 'code'
}

/**
 * Reads from `from`, to `to` at most, until it is known whether the open span closes.
 * @returns Undefined: not known yet.
 */
export function closesSpan(markdown: Markdown, text: string, from: number, to: number): boolean | undefined {
  for (let at = from; at < to; at++) {
    const before = markdown.run
    readUnit(markdown, text.charCodeAt(at))
    // The end of a run closes the span, the end of a line does not.
    if (markdown.place !== 'span') return before !== undefined
  }
  return undefined
}

/** Ends the text. @returns Whether the open span closes. */
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
  // In `\r\n` the second unit ends an empty line, which changes nothing.
  if (isLineEnd(unit)) endLine(markdown)
  else if ((unit === backtick || unit === tilde) && !(markdown.escaped && markdown.place === 'text')) {
    markdown.run = { unit, length: 1, leads: markdown.indent >= 0 && markdown.indent <= mostIndent }
    markdown.indent = -1
  } else if (unit === space && markdown.indent >= 0) markdown.indent++
  else {
    if (unit !== space && unit !== tab) markdown.mayClose = false
    if (markdown.place === 'closing' && unit !== space && unit !== tab) markdown.place = 'fence'
    markdown.indent = -1
  }
  markdown.escaped = unit === backslash && !markdown.escaped
}

function endLine(markdown: Markdown): void {
  markdown.indent = 0
  if (markdown.place === 'info' && markdown.mayClose) leaveCode(markdown)
  else if (markdown.place === 'info') markdown.place = 'fence'
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
      // A fence has no backticks after it, so this was a span of three or more.
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

/** A copy for looking ahead. */
export const copyOf = (markdown: Markdown): Markdown => ({ ...markdown, run: markdown.run && { ...markdown.run } })
