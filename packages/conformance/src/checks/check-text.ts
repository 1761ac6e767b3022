import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import { difference, show } from '../runs/canonical.ts'
import type { Violation } from '../failure.ts'
import { sourceText } from '../runs/normalise.ts'
import type { SplitRun } from '../runs/run.ts'

/** Checks the rules about the text of a run. The caller filters the failures. */
export function* checkText(run: SplitRun, input: string, longestHold: number): Generator<Violation, void, void> {
  yield* checkConservation(run, input)
  yield* checkHold(run, input, longestHold)
  yield* checkMonotone(run.parts)
  yield* checkSurrogates(run.parts)
}

function* checkConservation(run: SplitRun, input: string): Generator<Violation, void, void> {
  const output = run.parts.map(sourceText).join('')
  if (output === input) return
  if (input.startsWith(output)) {
    yield {
      rule: 'flush',
      message: `end() did not return the last ${input.length - output.length} units: ${show(input.slice(output.length))}.`,
    }
  } else {
    yield { rule: 'conservation', message: `The output is not the input, ${difference(input, output)}.` }
  }
}

function* checkHold(run: SplitRun, input: string, longestHold: number): Generator<Violation, void, void> {
  let emitted = 0
  for (const { call, consumed, parts } of run.steps) {
    for (const part of parts) emitted += sourceText(part).length
    if (emitted > consumed) {
      yield { rule: 'conservation', message: `The splitter returned ${emitted} units after an input of only ${consumed}.` }
    }
    if (call !== 'push' || consumed - emitted <= longestHold) continue
    const held = input.slice(emitted, consumed)
    // Whitespace is not counted, because it may be held for trimming or for a blank line, and its length depends on the model.
    if (held.replaceAll(/\s/g, '').length > longestHold) {
      yield {
        rule: 'bounded-hold',
        message: `The splitter held ${held.length} units after ${consumed}, but may hold ${longestHold} at most: ${show(held)}.`,
      }
    }
  }
}

/**
 * Checks that text is only appended. A result joins a channel's blocks in the order of their starts, so text for an earlier block would be inserted in
 * the middle.
 */
function* checkMonotone(parts: readonly Part[]): Generator<Violation, void, void> {
  const latest = new Map<Channel, number>()
  const channels = new Map<number, Channel>()
  for (const part of parts) {
    if (part.type === 'block-start') channels.set(part.block, part.channel)
    if (part.type !== 'delta') continue
    const before = latest.get(part.channel) ?? -1
    if (part.block < before) {
      yield { rule: 'monotone', message: `Block ${part.block} got text after block ${before} of its channel had: ${show(part)}.` }
    }
    const was = channels.get(part.block)
    if (was !== undefined && was !== part.channel) {
      yield { rule: 'monotone', message: `Block ${part.block} was ${was} and became ${part.channel}: ${show(part)}.` }
    }
    latest.set(part.channel, Math.max(before, part.block))
  }
}

function* checkSurrogates(parts: readonly Part[]): Generator<Violation, void, void> {
  let before = ''
  for (const part of parts) {
    const text = sourceText(part)
    // Checked separately, because no input text justifies it.
    if (part.type === 'delta' && part.inserted === true && /\p{Surrogate}/u.test(part.text)) {
      yield { rule: 'surrogates', message: `Inserted text has half of a character: ${show(part)}.` }
    }
    if (text === '') continue
    if (/[\uD800-\uDBFF]$/.test(before) && /^[\uDC00-\uDFFF]/.test(text)) {
      yield { rule: 'surrogates', message: `A character was cut between ${show(before.slice(-8))} and ${show(text.slice(0, 8))}.` }
    }
    before = text
  }
}
