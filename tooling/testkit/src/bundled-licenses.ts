import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** esbuild plugin that writes the licences of bundled third-party packages to `licenses.txt`, beside the bundle. */
export const bundledLicenses: Plugin = {
  name: 'bundled-licenses',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(({ metafile }) => {
      const folders = new Set(
        Object.keys(metafile?.inputs ?? {}).flatMap((file) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
      )
      const texts = [...folders].toSorted().map(licenseOf)
      const { outdir = 'dist' } = initialOptions
      mkdirSync(outdir, { recursive: true })
      writeFileSync(join(outdir, 'licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
    })
  },
}

/** @throws {Error} If the package has no licence file: a bundle with it may not be published. */
function licenseOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string }
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined)
    throw new Error(
      `${name} ${version} is bundled, and has no file with its licence in ${folder}. Name it among the dependencies instead, and it stays outside.`,
    )
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
