import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a repository into a temporary folder, which is removed after the test. Objects become JSON. */
export function plant(files: Record<string, string | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

/** The files of one package. */
export const packageOf = (
  folder: string,
  name: string,
  kind: string,
  manifest: object = {},
  sources: Record<string, string> = {},
): Record<string, string | object> => ({
  [`${folder}/package.json`]: { name, ...manifest },
  [`${folder}/turbo.json`]: { extends: ['//'], tags: [kind] },
  ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [`${folder}/${path}`, text])),
})
