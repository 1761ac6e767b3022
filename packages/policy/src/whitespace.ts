import type { Stage } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { createCodeTracker } from './code-tracker.ts'
import { createCutter } from './cutter.ts'
import { createStage, type MakeStep } from './step.ts'

/**
 * Collapses whitespace in the answer and the commentary: of several blanks within a line the first stays, of several empty lines one.
 * What is taken goes on as markup.
 *
 * Stays as it is: a single blank, whatever it is; indentation; two blanks at the end of a line, which are a line break in Markdown; and all that
 * may be code (fenced, indented by four, inline). Words are never glued together.
 */
export const collapseWhitespace = (): Stage => createStage([whitespaceStep])

/** Most blanks that are held until it is clear whether they matter. A longer row is no intended line break or indentation. */
const maxHeld = 64

export const whitespaceStep: MakeStep = (emit, { of }) => {
  const cutter = createCutter(emit, of, 'whitespace')
  const { keep, take, send } = cutter
  let skips = true
  let code = createCodeTracker()
  /** Blanks that are not decided: those behind the first one in a line, or the beginning of a line. */
  let held = ''
  let atLineStart = true
  /** Behind the first blank of a run. */
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
      case 'block-end':
      case 'markup':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'finish':
      case 'end':
        settle()
        send()
        return emit(part)
      default:
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

  /** Inserted text is never taken, but what comes behind it stands in its line. */
  function follow(text: string): void {
    code.seeAll(text)
    atLineStart = text.endsWith('\n')
    inRun = /[ \t]$/.test(text)
    overflown = false
    newlines = atLineStart ? 1 : 0
  }

  function read(part: DeltaPart): void {
    const { text } = part
    // What changes nothing is copied as one piece: text, a first blank, a line that is not dropped.
    let from = 0
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const isCode = code.see(unit)
      if (isCode || (unit !== 32 && unit !== 9 && unit !== 13 && unit !== 10)) {
        if (held !== '') settle()
        inRun = false
        overflown = false
        // A line of code is a line, but the empty ones behind it are its own.
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

  /** A blank at the start of a line, or behind another one. */
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
      // A second blank makes a line break of Markdown.
      keep(held.charAt(0))
      take(held.slice(1))
    }
    held = ''
    if (drop) take('\n')
    else keep('\n')
    startLine()
  }

  /** What was held is followed by something that is no blank: indentation stays, the rest of a run goes. */
  function settle(): void {
    if (held === '') return
    if (atLineStart) keep(held)
    else take(held)
    held = ''
  }
}
