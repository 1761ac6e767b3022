import type { Stage } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { createCodeTracker } from '../text/code-tracker.ts'
import { createCutter } from '../chain/cutter.ts'
import { createStage, endsText, type MakeStep } from '../chain/step.ts'

/**
 * Collapses whitespace in the answer and the commentary: keeps the first of several blanks within a line, and one of several empty lines. Removed text
 * becomes markup.
 *
 * Unchanged: a single blank of any kind, indentation, two blanks at the end of a line (a line break in Markdown), and everything that may be code
 * (fenced, indented by four, inline). Words never join.
 */
export const collapseWhitespace = (): Stage => createStage([whitespaceStep])

/** Limit of held blanks. A longer row is neither a line break nor indentation. */
const maxHeld = 64

export const whitespaceStep: MakeStep = (emit, { of }) => {
  const cutter = createCutter(emit, of, 'whitespace')
  const { keep, take, send } = cutter
  let skips = true
  let code = createCodeTracker()
  /** Undecided blanks: after the first blank of a run, or at the beginning of a line. */
  let held = ''
  let atLineStart = true
  /** After the first blank of a run. */
  let inRun = false
  let overflown = false
  let newlines = 0

  return (part) => {
    switch (part.type) {
      case 'block-start':
        skips = part.channel === 'reasoning' || part.kind !== undefined
        reset()
        return emit(part)
      case 'delta':
        if (skips) return emit(part)
        if (part.inserted === true) {
          settle()
          send()
          follow(part.text)
          return emit(part)
        }
        cutter.begin(part)
        return read(part)
      default:
        if (endsText.has(part.type)) {
          settle()
          send()
        }
        return emit(part)
    }
  }

  function reset(): void {
    code = createCodeTracker()
    held = ''
    atLineStart = true
    inRun = false
    overflown = false
    newlines = 0
  }

  /** Tracks inserted text, which is never removed, because later text may be in the same line. */
  function follow(text: string): void {
    code.seeAll(text)
    atLineStart = text.endsWith('\n')
    inRun = /[ \t]$/.test(text)
    overflown = false
    newlines = atLineStart ? 1 : 0
  }

  function read(part: DeltaPart): void {
    const { text } = part
    // Text without a change is copied as one piece: text, a first blank, a kept line.
    let from = 0
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const isCode = code.see(unit)
      if (isCode || (unit !== 32 && unit !== 9 && unit !== 13 && unit !== 10)) {
        if (held !== '') settle()
        inRun = false
        overflown = false
        // A line of code counts as a line. Empty lines after it belong to the code.
        atLineStart = unit === 10
        newlines = atLineStart ? 1 : 0
      } else if (unit === 10) {
        if (held === '' && newlines < 2) startLine()
        else {
          if (from < index) keep(text.slice(from, index))
          from = index + 1
          line()
        }
      } else if (atLineStart ? overflown : !inRun) inRun = true
      else {
        if (from < index) keep(text.slice(from, index))
        from = index + 1
        blank(text.charAt(index))
      }
    }
    if (from < text.length) keep(from === 0 ? text : text.slice(from))
    send()
  }

  /** Handles a blank at the start of a line, or after another blank. */
  function blank(sign: string): void {
    if (overflown) return take(sign)
    held += sign
    if (held.length < maxHeld) return
    if (atLineStart) {
      keep(held)
      newlines = 0
    } else take(held)
    held = ''
    overflown = true
  }

  function startLine(): void {
    newlines++
    atLineStart = true
    inRun = false
    overflown = false
  }

  function line(): void {
    const drop = newlines >= 2
    if (atLineStart) {
      if (drop) take(held)
      else keep(held)
    } else if (held !== '') {
      // A second blank makes a line break in Markdown.
      keep(held.charAt(0))
      take(held.slice(1))
    }
    held = ''
    if (drop) take('\n')
    else keep('\n')
    startLine()
  }

  /** Decides held blanks before a non-blank: indentation stays, the rest of a run is removed. */
  function settle(): void {
    if (held === '') return
    if (atLineStart) keep(held)
    else take(held)
    held = ''
  }
}
