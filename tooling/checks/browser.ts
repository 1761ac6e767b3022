import { bundle } from './bundle.ts'
import type { Outcome } from './check.ts'
import { entries, portable, readWorkspace } from './workspace.ts'

/** Bundles each entry point of core, the contract and the adapters for a browser. An import of a Node module fails to resolve. */
export async function checkBrowser(): Promise<Outcome> {
  const problems: string[] = []
  for (const one of portable(readWorkspace())) {
    for (const [subpath, file] of entries(one)) {
      try {
        await bundle({ entryPoints: [file] })
      } catch (error) {
        problems.push(`${one.name} (${subpath}) does not bundle for a browser: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  return { problems }
}
