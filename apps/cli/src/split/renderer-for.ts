import { usageError } from '../cli-error.ts'
import { createExactRenderer } from '../render/exact.ts'
import { createJsonRenderer } from '../render/json.ts'
import { createPartsRenderer } from '../render/parts.ts'
import type { PartRenderer } from '../render/renderer.ts'
import { createSectionRenderer } from '../render/sections.ts'
import { paintFor } from '../render/styles.ts'
import type { SplitFlags } from './flags.ts'
import type { ShownChannel } from '../render/shown.ts'

export function rendererFor({ json, parts, choice = 0, show: given }: SplitFlags, show: ReadonlySet<ShownChannel>): PartRenderer {
  const asked = [json && '--json', parts && '--parts', given !== undefined && '--show'].filter(Boolean)
  if (asked.length > 1) throw usageError(`${asked.join(' and ')} exclude each other: each sets what is printed. Leave one out.`)
  if (json) return createJsonRenderer(choice)
  if (parts) return createPartsRenderer()
  const terminal = process.stdout.isTTY
  if (show.size === 1 && !terminal) return createExactRenderer(show, choice)
  return createSectionRenderer({ show, choice, paint: paintFor(process.stdout), safe: terminal })
}
