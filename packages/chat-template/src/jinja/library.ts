import * as library from '@huggingface/jinja'

// The library's declarations import each other without extensions, which NodeNext does not resolve, so the used parts are typed here.

/** A node of the syntax tree. */
export type JinjaNode = { readonly type: string } & Record<string, unknown>

/** A run-time value. `type` is the name of its class. */
export interface TemplateValue {
  readonly type: string
  readonly value: unknown
}

export interface JinjaScope {
  set(name: string, value: unknown): TemplateValue
}

interface LibraryInterpreter {
  run(program: JinjaNode): TemplateValue
  evaluate(node: JinjaNode | undefined, scope: JinjaScope): TemplateValue
}

export const Environment = library.Environment as new () => JinjaScope
export const Interpreter = library.Interpreter as new (scope: JinjaScope) => LibraryInterpreter

/** @throws {SyntaxError} If the source is not Jinja. */
export function parseTemplate(source: string): JinjaNode {
  const { parse, tokenize } = library as unknown as {
    parse(tokens: unknown): JinjaNode
    tokenize(source: string, options: object): unknown
  }
  return parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }))
}

/** Converts a plain value to a value of the interpreter, whose classes are not exported. */
export const runtime = (value: unknown): TemplateValue => new Environment().set('value', value)

/** A node that evaluates to an existing value. */
export const held = (value: TemplateValue): JinjaNode => ({ type: 'Value', value })
