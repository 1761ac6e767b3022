/** Writes `reference/api`: a page for each entry point of each package, from its types and docstrings. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Application, ReflectionKind, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

const docs = join(import.meta.dirname, '..')
const root = join(docs, '..')

interface Manifest {
  name: string
  description: string
  exports: Record<string, string | Record<string, string>>
}

const packages = globSync('packages/*/package.json', { cwd: root })
  .toSorted()
  .map((file) => ({ folder: join(root, dirname(file)), ...(JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest) }))

/** What an app imports, such as `@reason/core/adapter`, with its source file and the name of its page. */
const entries = packages.flatMap(({ name, folder, exports }) =>
  Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string' || path.includes('*')) return []
    const specifier = join(name, path)
    return [{ name, specifier, source: join(folder, target['@reason/source']!), page: specifier.replace('@reason/', '').replace('/', '.') }]
  }),
)

const out = join(docs, 'reference/api')
const options: TypeDocOptions & Partial<PluginOptions> = {
  entryPoints: entries.map(({ source }) => source),
  // TypeDoc cannot read sources with TypeScript 7 yet: this folder has TypeScript 6 for it.
  tsconfig: join(docs, 'tsconfig.api.json'),
  plugin: ['typedoc-plugin-markdown', 'typedoc-plugin-zod'],
  router: 'module',
  out,
  entryFileName: 'index',
  pageTitleTemplates: { module: ({ name }) => entries.find(({ page }) => page === name)!.specifier },
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', '*'],
  // The check of types finds errors sooner.
  skipErrorChecking: true,
  logLevel: 'Warn',
}

/** Lines of a drawing, which Markdown would join. */
const drawing = /^(?!\|| {4})(?:(?!\|).*[─│▶◀▲▼└┘┌┐├┤┬┴].*\n)+/gm

const app = await Application.bootstrapWithPlugins(options)
const project = await app.convert()
if (project === undefined) throw new Error('TypeDoc read no package. Mend the errors above.')
for (const module of project.children!) {
  const source = project.getSymbolIdFromReflection(module)!.fileName
  module.name = entries.find((entry) => entry.source === source)!.page
}
for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
  // A parameter that the function takes apart has no name.
  if (parameter.name === '__namedParameters') parameter.name = 'options'
}
await app.generateOutputs(project)
for (const file of globSync('*.md', { cwd: out })) {
  const path = join(out, file)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(drawing, (lines) => `\n\`\`\`text\n${lines.trimEnd()}\n\`\`\`\n\n`),
  )
}
// A docstring that names what is not there is a fault of the docstring.
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1

const rows = packages.map(({ name, description }) => {
  const links = entries.filter((entry) => entry.name === name).map(({ specifier, page }) => `[\`${specifier}\`](${page}.md)`)
  return `| ${links.join('<br>')} | ${description} |`
})
writeFileSync(
  join(out, 'index.md'),
  `# Package APIs\n\nEvery export of every package, from its types and docstrings.\n\n| import | what it is |\n| --- | --- |\n${rows.join('\n')}\n`,
)
