import { readFileSync } from 'node:fs'
import { fromRecordedRow, readPieces, type RecordedRow } from '@reason/conformance/captures'
import { createAccumulator, type Part, type WireFormat } from '@reason/core'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, it } from 'vitest'
import { knownWires } from '../src/adapters/known.ts'

/** Content that every format can carry, in each of the formats. */
function essence(parts: Iterable<Part>) {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  const { reasoning, commentary, answer, toolCalls } = accumulator.snapshot()
  const calls = toolCalls.map(({ name, arguments: args }) => ({ name, arguments: jsonOf(args) }))
  // Commentary is written as reasoning where a format has no place for it.
  return { thought: [...(reasoning + commentary)].toSorted().join(''), answer, calls }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return text
  }
}

const wires: WireFormat[] = await Promise.all(Object.values(knownWires).map((make) => make({})))
const wireOf = (id: string): WireFormat | undefined => wires.find((wire) => wire.id === id)

describe.skipIf(shared === undefined)(
  `every recorded answer in every format (${shared === undefined ? sharedMissing : 'from the shared recordings'})`,
  () => {
    const rows =
      shared === undefined
        ? []
        : readFileSync(sharedPath('captures/index.jsonl'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as RecordedRow & { api: string; file: string; format: string; status: number })
            // Whole answers: an error has no text to carry, and binary frames are read by their own package's tests.
            .filter(({ status, format, expected }) => status === 200 && format !== 'aws-eventstream' && !('error' in expected))

    it.each(wires.map((wire) => ({ id: wire.id, wire })))('$id carries them, streamed and whole', ({ wire }) => {
      let checked = 0
      for (const row of rows) {
        const from = wireOf(row.api)
        if (from === undefined) continue
        const body = readFileSync(sharedPath('captures', row.file))
        const capture = fromRecordedRow(row, body)
        const parts =
          capture.format === 'json' ? from.readResponse(JSON.parse(body.toString('utf8'))) : readPieces(from, capture, [body], {})
        const expected = essence(parts)
        const writer = wire.createWriter()
        const reader = wire.createReader()
        const frames = [...parts.flatMap((part) => [...writer.push(part)]), ...writer.end()]
        const streamed = [...frames.flatMap((frame) => [...reader.pushFrame(frame)]), ...reader.end()]
        expect({ row: row.id, ...essence(streamed) }).toEqual({ row: row.id, ...expected })
        expect({ row: row.id, ...essence(wire.readResponse(wire.writeResponse(parts))) }).toEqual({ row: row.id, ...expected })
        checked++
      }
      expect(checked).toBeGreaterThan(200)
    })
  },
)
