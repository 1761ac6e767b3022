import { ReasonError } from '@reason/core'
import { shown } from '@reason/gateway/errors'
import type { GatewayRule } from '@reason/gateway'
import type { Given } from './layer.ts'
import { settings } from './settings.ts'

/**
 * Loads the rules of the `rules` setting, which runs their code.
 *
 * @param given - The unchecked setting. Its schema errors are reported with those of all settings.
 * @param folder - Base folder for packages and files.
 */
export async function loadRules(given: Given | undefined, folder: string): Promise<{ loaded: GatewayRule[]; problems: string[] }> {
  const { data: entries = [] } = settings.shape.rules.safeParse(given?.value)
  const loaded: GatewayRule[] = []
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    const { from, options = {} } = typeof entry === 'string' ? { from: entry } : entry
    try {
      const { loadRule } = await import('@reason/plugins')
      loaded.push((await loadRule(from, { folder, options })) as GatewayRule)
    } catch (error) {
      if (!ReasonError.is(error)) throw error
      problems.push(`${given!.inside([index])} is ${shown(from)}, which cannot be used. ${error.message}`)
    }
  }
  return { loaded, problems }
}
