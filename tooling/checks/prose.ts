import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TextlintKernel, type TextlintKernelOptions } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import writeGood from 'textlint-rule-write-good'
import type { Outcome } from './check.ts'
import { houseRule } from './prose-rule.ts'
import { root } from './workspace.ts'

/**
 * Pages for users. Decision records and changelogs are history, and stay as they are.
 * The page of messages brings in the texts of errors, warnings, the command and the web pages.
 */
const pages = ['README.md', '{apps,packages}/*/README.md', 'docs/*.md', 'docs/{tutorials,how-to,explanations,reference}/*.md']

const options: Omit<TextlintKernelOptions, 'filePath'> = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
  rules: [
    {
      ruleId: 'write-good',
      rule: writeGood.default,
      // Keeps the rules for repeated words, clichés and wordy phrases. Those for passives, adverbs and vague words have too many false positives.
      options: {
        passive: false,
        adverb: false,
        weasel: false,
        so: false,
        thereIs: false,
        whitelist: ['it is', 'It is', 'it was', 'It was', 'all of', 'All of', 'all\nof', 'allocate'],
      },
    },
    { ruleId: 'house', rule: houseRule },
  ],
}

/** Lints the prose of pages with textlint: rules of write-good, and our own. */
export async function checkProse(): Promise<Outcome> {
  const kernel = new TextlintKernel()
  const files = globSync(pages, { cwd: root }).toSorted()
  const found = await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const { messages } = await kernel.lintText(text, { ...options, filePath: file })
      return messages.map(({ line, message, ruleId }) => `${file}:${line}: ${message} (${ruleId})`)
    }),
  )
  return { problems: found.flat() }
}
