import { readdirSync, readFileSync } from 'node:fs'
import { readTemplate, type TemplateFacts } from '@reason/chat-template'

const folder = new URL('../templates/', import.meta.url)

/** Reads the facts of each template in the folder, keyed by file name without extension. */
export function readTemplates(): ReadonlyMap<string, TemplateFacts> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jinja'))
    .sort()
  return new Map(files.map((file) => [file.replace(/\.jinja$/, ''), readTemplate(readFileSync(new URL(file, folder), 'utf8'))]))
}
