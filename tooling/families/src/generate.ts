import type { TemplateFacts } from '@reason/chat-template'
import type { Family } from '@reason/think-tags'
import { format } from 'oxfmt'
import { familyRow } from './family-row.ts'
import { rows } from './rows.ts'
import { readTemplates } from './templates.ts'

/** Values that several rows share: constants of the generated source. */
const shared: Readonly<Record<string, object>> = {
  think: { startTag: '<think>', endTag: '</think>' },
  toolCall: { toolOpeners: '<tool_call>', toolClosers: '</tool_call>' },
  toolCalls: { toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' },
  commandThinking: { startTag: '<|START_THINKING|>', endTag: '<|END_THINKING|>' },
  commandActions: { toolOpeners: '<|START_ACTION|>', toolClosers: '<|END_ACTION|>' },
  kimiCalls: {
    toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
    toolClosers: ['<|tool_calls_section_end|>', '<|tool_call_end|>'],
  },
  longcatTags: {
    startTag: '<longcat_think>',
    endTag: '</longcat_think>',
    toolOpeners: '<longcat_tool_call>',
    toolClosers: '</longcat_tool_call>',
  },
  chatMl: ['<|im_end|>', '<|im_start|>', '<|endoftext|>'],
  commandTokens: ['<|END_OF_TURN_TOKEN|>', '<|START_OF_TURN_TOKEN|>', '<|SYSTEM_TOKEN|>', '<|USER_TOKEN|>', '<|CHATBOT_TOKEN|>'],
  deepseekTokens: ['<｜end▁of▁sentence｜>', '<｜system｜>', '<｜user｜>', '<｜Assistant｜>', '<｜begin▁of▁sentence｜>'],
  kimiTokens: ['<|im_end|>', '<|im_system|>', '<|im_middle|>', '<|im_user|>', '<|im_assistant|>', '[EOS]'],
  llamaTokens: ['<|eot_id|>', '<|start_header_id|>', '<|end_header_id|>', '<|eom_id|>', '<|begin_of_text|>', '<|end_of_text|>'],
  exaoneTokens: ['[|endofturn|]', '[|system|]', '[|user|]', '[|assistant|]'],
  glmTokens: ['<|user|>', '<|system|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
  graniteTokens: ['<|end_of_text|>', '<|start_of_role|>', '<|end_of_role|>'],
}

/** Ends of rows that several models of one maker share. */
const endings: Readonly<Record<string, string>> = {
  qwen: '"options":{...think,...toolCall},"serviceTokens":chatMl',
  qwenCoder: '"options":{...think,...toolCall,"toolLookahead":"<function="},"serviceTokens":chatMl',
  exaone: '"options":{...think,...toolCall},"serviceTokens":exaoneTokens',
  glm: '"options":{...think,...toolCall},"serviceTokens":glmTokens',
  glmAfterTools: '"options":{...think,...toolCall,"afterTool":"hold"},"serviceTokens":glmTokens',
  granite: '"options":{...think,...toolCall},"serviceTokens":graniteTokens',
  command:
    '"options":{...commandThinking,...commandActions,"answerTokens":"<|START_RESPONSE|>","contentStrip":"<|END_RESPONSE|>"},"serviceTokens":commandTokens',
  kimi: '"options":{...think,...kimiCalls},"serviceTokens":kimiTokens',
  longcat: '"options":{...longcatTags},"serviceTokens":["<longcat_s>"]',
}

const constants = [
  ...Object.entries(shared).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`),
  ...Object.entries(endings).map(([name, fields]) => `const ${name} = {${fields}} satisfies Partial<Family>`),
]

const head = `import type { Family } from './family.ts'

// Generated from tooling/families: pnpm --filter @reason/families generate

${constants.join('\n')}

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

/** Replaces shared values and endings by the names of their constants. */
function withNames(json: string): string {
  const named = Object.entries(shared).reduce((source, [name, value]) => {
    const text = JSON.stringify(value)
    return Array.isArray(value) ? source.replaceAll(text, name) : source.replaceAll(text.slice(1, -1), `...${name}`)
  }, json)
  return Object.entries(endings).reduce((source, [name, fields]) => source.replaceAll(fields, `...${name}`), named)
}

/** The source of the generated table. */
export async function generate(): Promise<string> {
  const options = { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' } as const
  const { code, errors } = await format('from-templates.ts', head + withNames(JSON.stringify(readRows())), options)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

export const generated = new URL('../../../packages/think-tags/src/families/from-templates.ts', import.meta.url)
