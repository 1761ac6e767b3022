import { format } from 'oxfmt'
import { familyRow } from './family-row.ts'
import { rows } from './rows.ts'
import { readTemplates } from './templates.ts'

const head = `import type { Family } from './family.ts'

// Generated from tooling/families/templates: pnpm --filter @reason/families generate

/** What chat templates say of families. Reasons for what differs from a template stand in tooling/families/src/rows.ts. */
export const fromTemplates: readonly Omit<Family, 'models'>[] = `

/** The source of the generated table. @throws {Error} For a row without a template. */
export async function generate(): Promise<string> {
  const facts = readTemplates()
  const families = rows.map((row) => {
    const read = facts.get(row.template ?? row.id)
    if (read === undefined) throw new Error(`There is no template ${row.template ?? row.id}.jinja for the row ${row.id}.`)
    return familyRow(row, read)
  })
  const options = { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' } as const
  const { code, errors } = await format('from-templates.ts', head + JSON.stringify(families), options)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

export const generated = new URL('../../../packages/think-tags/src/families/from-templates.ts', import.meta.url)
