import type { TemplateFacts } from '@reason/chat-template'
import type { Family } from '@reason/think-tags'
import { format } from 'oxfmt'
import { familyRow } from './family-row.ts'
import { rows } from './rows.ts'
import { readTemplates } from './templates.ts'

const head = `import type { Family } from './family.ts'

// Generated from tooling/families: pnpm --filter @reason/families generate

/** Families by their chat templates. tooling/families/src has the names of models, and the reasons for each difference from a template. */
export const fromTemplates: readonly Family[] = `

/** The rows of the table. @throws {Error} For a row without a template. */
function readRows(): Family[] {
  const facts = readTemplates()
  return rows.map((row) =>
    familyRow(
      row,
      (row.templates ?? [row.id]).map((name) => templateOf(name, row.id)),
    ),
  )

  function templateOf(name: string, id: string): TemplateFacts {
    const read = facts.get(name)
    if (read === undefined) throw new Error(`There is no template ${name}.jinja for the row ${id}.`)
    return read
  }
}

/** The source of the generated table. */
export async function generate(): Promise<string> {
  const options = { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' } as const
  const { code, errors } = await format('from-templates.ts', head + JSON.stringify(readRows()), options)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

export const generated = new URL('../../../packages/think-tags/src/families/from-templates.ts', import.meta.url)
